import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { cpuSecondsIn } from './figures.ts';
import type { Form, Suite } from './suite.ts';
import { ranFor } from './suite.ts';

/** `cpuSeconds`: of all processes that the suite waited for; null if it was stopped. */
export type Outcome = { name: string; seconds: number; cpuSeconds: number | null; isGreen: boolean; output: string };

const root = fileURLToPath(new URL('../../', import.meta.url));
const KILL_AFTER_MS = 15_000;
/** Runs a command and then writes the processor time of its processes to file 3, which the command does not inherit. */
const MEASURED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** Process groups of running suites. They are stopped with this process. */
const running = new Set<number>();
process.once('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGTERM');
});

/**
 * Runs a suite in its own process group, which is killed afterwards, and writes its output to a file, so that a remaining process cannot
 * keep our output open. A suite that exceeds its time limit fails.
 */
export async function runSuite(suite: Suite, form: Form, folder: string, limitMs: number): Promise<Outcome> {
  const startedAt = performance.now();
  const file = join(folder, `${suite.name.replaceAll(/\W+/g, '-')}.log`);
  const log = createWriteStream(file);
  const command = ['bash', '-c', `${await commandOf(suite.script)} "$@"`, 'bash', ...(form.args ?? [])];
  const child = spawn('bash', ['-c', MEASURED, 'bash', ...command], {
    cwd: root,
    env: { ...process.env, ...form.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child.pid as number);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
  let times = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    times += chunk.toString();
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const isLate = endInTime(child.pid as number, limitMs);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve).once('error', () => resolve(null)));
  const wasLate = isLate();
  running.delete(child.pid as number);
  signalGroup(child.pid as number, 'SIGKILL');
  await Promise.race([closed, wait(KILL_AFTER_MS, undefined, { ref: false })]); // wait for the last lines of output
  await new Promise((resolve) =>
    log.end(wasLate ? `\nstopped after ${limitMs / 1000} s, its time limit\n` : '', () => resolve(undefined)),
  );
  return {
    name: suite.name,
    seconds: ranFor(startedAt),
    cpuSeconds: cpuSecondsIn(times),
    isGreen: code === 0 && !wasLate,
    output: readable(await readFile(file)),
  };
}

/** The command of an npm script. Starting it without npm saves its start, which is longer than some suites. */
async function commandOf(script: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  return scripts[script] ?? `echo 'There is no npm script ${script}' >&2; exit 1;`;
}

/** Stops the group at its time limit, first with SIGTERM. The returned function cancels the timer and returns whether it fired. */
function endInTime(pid: number, limitMs: number): () => boolean {
  let isLate = false;
  let kill: NodeJS.Timeout | undefined;
  const end = setTimeout(() => {
    isLate = true;
    signalGroup(pid, 'SIGTERM');
    kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), KILL_AFTER_MS);
  }, limitMs);
  return () => {
    clearTimeout(end);
    clearTimeout(kill);
    return isLate;
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // the whole group has ended
  }
}

/** Returns text without colours, control characters and very long lines. */
function readable(bytes: Buffer): string {
  const lines = stripVTControlCharacters(bytes.toString('utf8')).split('\n');
  return lines.map((line) => line.replaceAll(/\p{Cc}/gu, '').slice(0, 600)).join('\n');
}

export const lastLines = (output: string, count: number): string => output.trimEnd().split('\n').slice(-count).join('\n');
