import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsIn, figuresIn } from './suites/figures.ts';
import { onTracks } from './suites/run-all.ts';
import { lastLines, type Outcome, runSuite } from './suites/run-suite.ts';
import type { ShortForm, Suite } from './suites/suite.ts';
import { suites } from './suites/table.ts';
import { startTestDatabase } from './suites/test-database.ts';
import { textTable } from './suites/text-table.ts';

/**
 * Runs the short form of every suite that has one, two at a time: most of them wait more than they compute. A suite that
 * fails beside another one is repeated alone, and named; one that fails alone makes the run red. `ONLY=tests,conformance` runs those.
 */
const TRACKS = Number(process.env.TRACKS ?? 2);
const LIMIT_MS = 15 * 60_000;
/** More than so many failures are no chance. */
const MOST_REPEATED = 3;

const folder = mkdtempSync(join(process.env.CI_LOGS ?? tmpdir(), 'patchbay-suites-'));
chmodSync(folder, 0o755); // PostgreSQL runs as a user of its own
const stopDatabase = startTestDatabase(folder);
process.once('exit', () => {
  stopDatabase();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const only = process.env.ONLY?.split(',');
const chosen = suites
  .filter((suite): suite is Suite & { ci: ShortForm } => suite.ci !== null && (!only || only.includes(suite.name)))
  .sort((a, b) => b.ci.seconds - a.ci.seconds);
const first = await onTracks(TRACKS, chosen, run);
const outcomes = await repeatAlone(first);
console.log(textTable(outcomes.map(({ name, seconds, isGreen }) => [name, `${seconds} s`, isGreen ? 'ok' : 'FAILED'])));
const red = outcomes.filter(({ isGreen }) => !isGreen);
for (const { name } of red) console.log(`FAILED: ${name}`);
if (process.env.CI_STARTED_AT) console.log(`took ${Math.round(Date.now() / 1000) - Number(process.env.CI_STARTED_AT)} s`);
console.log(`${outcomes.length - red.length} passed, ${red.length} failed`);
process.exit(red.length === 0 && outcomes.length > 0 ? 0 : 1);

/**
 * Runs suites that failed beside another one once more, alone, and names them: `repeated:` is a defect to find, not a pass. It goes
 * as soon as three runs in a row need none.
 */
async function repeatAlone(outcomes: Outcome[]): Promise<Outcome[]> {
  const red = outcomes.filter(({ isGreen }) => !isGreen);
  if (red.length === 0 || red.length > MOST_REPEATED) return outcomes;
  const again = new Map<string, Outcome>();
  for (const suite of chosen.filter(({ name }) => red.some((one) => one.name === name))) again.set(suite.name, await run(suite));
  console.log(`repeated: ${[...again.keys()].join(', ')}`);
  return outcomes.map((outcome) => again.get(outcome.name) ?? outcome);
}

async function run(suite: Suite & { ci: ShortForm }): Promise<Outcome> {
  const outcome = await runSuite(suite, suite.ci, folder, LIMIT_MS);
  console.log(`── ${suite.name}: ${outcome.isGreen ? 'ok' : 'FAILED'} in ${outcome.seconds} s`);
  console.log(outcome.isGreen ? summary(outcome.output) : lastLines(outcome.output, 150));
  return outcome;
}

function summary(output: string): string {
  const figures = Object.entries(figuresIn(output)).map(([key, value]) => `${key}=${value}`);
  return `   ${countsIn(output) ?? ''} ${figures.join(' ')}`.trimEnd();
}
