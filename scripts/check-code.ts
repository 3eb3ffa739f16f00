import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { onTracks } from './suites/run-all.ts';

/**
 * npm run check:code. Runs all static checks, two at a time and without starting npm for each, and names those that failed. Every npm
 * script `check:…` is one of them.
 */
const TRACKS = 2;
type Check = { name: string; command: string };
type Result = Check & { code: number | null; output: string; seconds: number };

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};
const checks = Object.entries(scripts)
  .filter(([name]) => name.startsWith('check:') && name !== 'check:code')
  .map(([name, command]) => ({ name, command }));

const results = await onTracks(TRACKS, checks, run);
const failed = results.filter(({ code }) => code !== 0);
for (const { name, output } of failed) console.log(`\n── ${name}\n${output.trimEnd()}`);
if (failed.length > 0) console.log(`\nFAILED: ${failed.map(({ name }) => `npm run ${name}`).join(', ')}`);
console.log(`checks=${results.length} failed=${failed.length}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function run(check: Check): Promise<Result> {
  const startedAt = performance.now();
  const child = spawn('bash', ['-c', check.command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} ${seconds.toFixed(1)} s`);
  return { ...check, code, output, seconds };
}
