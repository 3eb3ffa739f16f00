import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { addResults, failedByChance, filesToRepeat, type Results, totalOf, withRepeated } from './test-results.ts';

/**
 * npm test. Runs unit and HTTP tests in a few processes. The files of a process share its modules and, if they use `given()`, one server.
 * `npm test -- server/src/http/webhooks.test.ts` runs single files.
 *
 * A few failed files are run once more when the others have ended, and named if they pass then: `failed by chance:` is a defect to find.
 * This goes as soon as three runs of CI in a row need none.
 */
const PROCESSES = 2;
const PATTERNS = ['server/src/**', 'sandbox/**', 'scripts/**', 'tests/*', 'sdk/src/**', 'cli/**', 'console/src/**'].map(
  (folder) => `${folder}/*.test.ts`,
);
const OPTIONS = ['--test', '--test-isolation=none', '--test-reporter=./scripts/reporter.ts'];

type Outcome = { results: Results; hasDied: boolean };

const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync(PATTERNS, { exclude: ['**/node_modules/**'] });
const outcomes = await Promise.all(dealt(files, PROCESSES).map(runFiles));
const { results, hasDied } = await repeatFailed(outcomes);
console.log(`tests: ${totalOf(results, 'passed')} passed, ${totalOf(results, 'failed')} failed`);
process.exitCode = !hasDied && totalOf(results, 'failed') === 0 && totalOf(results, 'passed') > 0 ? 0 : 1;

/** Runs the failed files once more, in a process of their own, and returns the final results. */
async function repeatFailed(outcomes: Outcome[]): Promise<Outcome> {
  const first = addResults(outcomes.map(({ results }) => results));
  const died = outcomes.filter(({ hasDied }) => hasDied).length;
  if (died > 0) console.log(`${died} of ${outcomes.length} processes ended without reporting a failed test`);
  const repeated = died > 0 ? [] : filesToRepeat(first, files);
  if (repeated.length === 0) return { results: first, hasDied: died > 0 };
  console.log(`repeated: ${repeated.join(', ')}`);
  const again = await runFiles(repeated);
  if (again.hasDied) console.log('the process with the repeated files ended without reporting a failed test');
  else for (const file of failedByChance(first, again.results)) console.log(`failed by chance: ${relative('.', file)}`);
  return again.hasDied ? { results: first, hasDied: true } : { ...again, results: withRepeated(first, again.results) };
}

/** Distributes files by size, so that the processes end at about the same time. The result is deterministic. */
function dealt(files: string[], count: number): string[][] {
  const largestFirst = files
    .map((file) => ({ file, size: statSync(file).size }))
    .sort((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1));
  const hands = Array.from({ length: Math.min(count, files.length) }, () => [] as string[]);
  for (const [index, { file }] of largestFirst.entries()) hands[index % hands.length]?.push(file);
  return hands;
}

async function runFiles(files: string[]): Promise<Outcome> {
  const cache = process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/compiled';
  const child = spawn(process.execPath, [...OPTIONS, ...files], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let results: Results = {};
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const found = /^results: (\{.*\})$/.exec(line);
      if (found) results = JSON.parse(found[1] as string) as Results;
      else console.log(line);
    }
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { results, hasDied: code !== 0 && totalOf(results, 'failed') === 0 };
}
