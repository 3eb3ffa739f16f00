import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countsIn, figuresIn } from './suites/figures.ts';
import { type Entry, readRecord, saveEntry } from './suites/record.ts';
import { onTracks } from './suites/run-all.ts';
import { lastLines, runSuite } from './suites/run-suite.ts';
import { isBenchmark, ranFor, type Suite } from './suites/suite.ts';
import { suites } from './suites/table.ts';
import { textTable } from './suites/text-table.ts';

/**
 * npm run nightly. Runs every suite at full size: tests two at a time (TRACKS), because most of them wait now and then, and benchmarks
 * after them, each alone. Each result is saved in docs/nightly.json immediately; `--from SUITE` continues an interrupted run, `--missing`
 * runs what the record has no passed run of. `--only a,b` runs some suites, `--list` lists all.
 */
const LIMIT_MS = 3 * 3_600_000;
const TRACKS = Number(process.env.TRACKS ?? 2);
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    only: { type: 'string' },
    missing: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const order = suites.map(({ name }) => name);

if (values.list) {
  for (const name of order) console.log(name);
} else {
  process.exitCode = (await runNightly(chosenSuites())) ? 0 : 1;
}

function chosenSuites(): Suite[] {
  const only = values.only?.split(',');
  for (const name of [...(only ?? []), ...(values.from ? [values.from] : [])])
    if (!order.includes(name)) throw new Error(`There is no suite ${name}. npm run nightly -- --list names all of them.`);
  const passed = new Set(values.missing ? readRecord().flatMap(({ suite, verdict }) => (verdict === 'ok' ? [suite] : [])) : []);
  return suites
    .slice(values.from ? order.indexOf(values.from) : 0)
    .filter(({ name }) => (!only || only.includes(name)) && !passed.has(name));
}

async function runNightly(chosen: Suite[]): Promise<boolean> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-nightly-'));
  console.log(`${chosen.length} suites; logs in ${folder}`);
  execFileSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url)), '--if-changed'], { stdio: 'inherit' });
  process.env.TEST_PROGRAMS = 'build';
  const [alone, beside] = [chosen.filter(isBenchmark), chosen.filter((suite) => !isBenchmark(suite))];
  await onTracks(TRACKS, beside, (suite) => runOne(suite, folder));
  await onTracks(1, alone, (suite) => runOne(suite, folder));
  const entries = readRecord();
  console.log(textTable([['suite', 'seconds', 'verdict', 'commit', 'figures'], ...entries.map(row)]));
  const failed = entries.filter(({ verdict }) => verdict === 'failed').length;
  const missing = order.length - entries.length;
  console.log(`suites=${entries.length} failed=${failed} missing=${missing} hours=${(ranFor(startedAt) / 3600).toFixed(2)}`);
  return failed + missing === 0;
}

async function runOne(suite: Suite, folder: string): Promise<void> {
  const { isGreen, seconds, output } = await runSuite(suite, suite.nightly, folder, LIMIT_MS);
  const counts = countsIn(output)?.split(/\D+/);
  const figures = { ...(counts && { passed: counts[0] ?? '', failed: counts[1] ?? '' }), ...figuresIn(output) };
  const entry = {
    suite: suite.name,
    verdict: isGreen ? 'ok' : 'failed',
    seconds,
    figures,
    commit: commit(),
    at: new Date().toISOString(),
  };
  saveEntry(entry as Entry, order);
  console.log(`── ${suite.name}: ${entry.verdict} in ${seconds} s`);
  console.log(isGreen ? `   ${figuresText(figures)}` : lastLines(output, 100));
}

function row({ suite, seconds, verdict, commit, figures }: Entry): string[] {
  return [suite, String(seconds), verdict, commit, figuresText(figures)];
}

function figuresText(figures: Record<string, string>): string {
  return Object.entries(figures)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
}

/** Returns the measured commit, with a mark if the tree has uncommitted changes. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', ['-c', 'safe.directory=*', ...args], { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/nightly.json', ':!docs/promises.md') !== '';
  return git('rev-parse', '--short=7', 'HEAD') + (isChanged ? '+' : '');
}
