import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chanceIn, countsIn, figuresIn } from './suites/figures.ts';
import { onTracks } from './suites/run-all.ts';
import { lastLines, type Outcome, runSuite } from './suites/run-suite.ts';
import type { ShortForm, Suite } from './suites/suite.ts';
import { suites } from './suites/table.ts';
import { startTestDatabase } from './suites/test-database.ts';
import { textTable } from './suites/text-table.ts';

/**
 * Runs the short form of every suite that has one, three at a time: most of them wait now and then, for a deadline or a time window. A suite that
 * fails beside another one is repeated alone, and named; one that fails alone makes the run red. `SUITES=tests,conformance` runs those.
 */
const TRACKS = Number(process.env.TRACKS ?? 3);
const LIMIT_MS = 25 * 60_000;
/** With more failures than this, nothing is repeated. This line and the repeats go once three runs need none. */
const MOST_REPEATED = 8;
/** No suite starts later than this. On an overloaded machine the remaining suites are reported as skipped. */
const START_UNTIL = startedAt() + Number(process.env.CI_START_WITHIN_S ?? 45 * 60) * 1_000;
/** Repeats may start later. This line goes with them. */
const REPEAT_UNTIL = START_UNTIL + 15 * 60_000;

const folder = mkdtempSync(join(process.env.CI_LOGS ?? tmpdir(), 'patchbay-suites-'));
chmodSync(folder, 0o755); // PostgreSQL runs as a user of its own
const stopDatabase = startTestDatabase(folder);
process.once('exit', () => {
  stopDatabase();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const wanted = process.env.SUITES?.split(',');
const chosen = suites
  .filter((suite): suite is Suite & { ci: ShortForm } => suite.ci !== null && (!wanted || wanted.includes(suite.name)))
  .sort((a, b) => b.ci.seconds - a.ci.seconds);
let cpuSeconds = 0;
const first = await onTracks(TRACKS, chosen, (suite) => runBefore(START_UNTIL, suite));
const outcomes = await repeatAlone(first.filter((outcome) => outcome !== undefined));
console.log(
  textTable(
    outcomes.map((one) => [one.name, `${one.seconds} s`, `${one.cpuSeconds ?? '-'} CPU s`, one.isGreen ? 'ok' : 'FAILED']),
  ),
);
const red = outcomes.filter(({ isGreen }) => !isGreen);
const skipped = chosen.filter(({ name }) => !outcomes.some((outcome) => outcome.name === name));
for (const { name } of skipped) console.log(`SKIPPED: ${name}, not started within the time limit`);
for (const { name } of red) console.log(`FAILED: ${name}`);
console.log(`cpuSeconds=${cpuSeconds}`);
console.log(`took ${Math.round((Date.now() - startedAt()) / 1000)} s`);
console.log(
  `${outcomes.length - red.length} passed, ${red.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
);
process.exit(red.length === 0 && outcomes.length > 0 ? 0 : 1);

function startedAt(): number {
  return process.env.CI_STARTED_AT ? Number(process.env.CI_STARTED_AT) * 1_000 : performance.timeOrigin;
}

/**
 * Runs suites that failed beside another one once more, alone, and names them: `repeated:` is a defect to find, not a pass. It goes
 * as soon as three runs in a row need none.
 */
async function repeatAlone(outcomes: Outcome[]): Promise<Outcome[]> {
  const red = outcomes.filter(({ isGreen }) => !isGreen);
  if (red.length === 0 || red.length > MOST_REPEATED) return outcomes;
  const again = new Map<string, Outcome>();
  for (const suite of chosen.filter(({ name }) => red.some((one) => one.name === name))) {
    const outcome = await runBefore(REPEAT_UNTIL, suite);
    if (outcome) again.set(suite.name, outcome);
  }
  console.log(`repeated: ${[...again.keys()].join(', ')}`);
  return outcomes.map((outcome) => again.get(outcome.name) ?? outcome);
}

async function runBefore(latest: number, suite: Suite & { ci: ShortForm }): Promise<Outcome | undefined> {
  return Date.now() < latest ? run(suite) : undefined;
}

async function run(suite: Suite & { ci: ShortForm }): Promise<Outcome> {
  const outcome = await runSuite(suite, suite.ci, folder, LIMIT_MS);
  cpuSeconds += outcome.cpuSeconds ?? 0;
  console.log(
    `── ${suite.name}: ${outcome.isGreen ? 'ok' : 'FAILED'} in ${outcome.seconds} s, ${outcome.cpuSeconds ?? '-'} CPU s`,
  );
  console.log(outcome.isGreen ? summary(outcome.output) : lastLines(outcome.output, 150));
  for (const line of outcome.isGreen ? chanceIn(outcome.output) : []) console.log(`   ${line}`);
  return outcome;
}

function summary(output: string): string {
  const figures = Object.entries(figuresIn(output)).map(([key, value]) => `${key}=${value}`);
  return `   ${countsIn(output) ?? ''} ${figures.join(' ')}`.trimEnd();
}
