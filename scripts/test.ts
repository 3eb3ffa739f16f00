import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

/**
 * npm test. Runs unit and HTTP tests in a few processes. The files of a process share its modules and, if they use `given()`, one server.
 * `npm test -- server/src/http/webhooks.test.ts` runs single files.
 */
const PROCESSES = 3;
const PATTERNS = ['server/src/**', 'sandbox/**', 'scripts/**', 'tests/*', 'sdk/src/**', 'cli/**', 'console/src/**'].map(
  (folder) => `${folder}/*.test.ts`,
);
const OPTIONS = ['--test', '--test-isolation=none', '--test-reporter=./scripts/reporter.ts'];

const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync(PATTERNS, { exclude: ['**/node_modules/**'] });
const outcomes = await Promise.all(dealt(files, PROCESSES).map(runFiles));
const sum = (name: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[name], 0);
const died = outcomes.filter(({ code, failed }) => code !== 0 && failed === 0).length;
if (died > 0) console.log(`${died} of ${outcomes.length} processes ended without reporting a failed test`);
console.log(`tests: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = outcomes.every(({ code }) => code === 0) && sum('passed') > 0 ? 0 : 1;

/** Distributes files by size, so that the processes end at about the same time. The result is deterministic. */
function dealt(files: string[], count: number): string[][] {
  const largestFirst = files
    .map((file) => ({ file, size: statSync(file).size }))
    .sort((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1));
  const hands = Array.from({ length: Math.min(count, files.length) }, () => [] as string[]);
  for (const [index, { file }] of largestFirst.entries()) hands[index % hands.length]?.push(file);
  return hands;
}

async function runFiles(files: string[]): Promise<{ passed: number; failed: number; code: number | null }> {
  const cache = process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/compiled';
  const child = spawn(process.execPath, [...OPTIONS, ...files], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [passed, failed] = [0, 0];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const counts = /^tests: (\d+) passed, (\d+) failed$/.exec(line);
      if (counts) [passed, failed] = [passed + Number(counts[1]), failed + Number(counts[2])];
      else console.log(line);
    }
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { passed, failed, code };
}
