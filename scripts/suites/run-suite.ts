import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Form, Suite } from './suite.ts';
import { ranFor } from './suite.ts';

export type Outcome = { name: string; seconds: number; isGreen: boolean; output: string };

const root = fileURLToPath(new URL('../../', import.meta.url));
const KILL_AFTER_MS = 15_000;

/** The groups of suites that are running: they end with this process, also when it is stopped half-way. */
const running = new Set<number>();
process.once('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGTERM');
});

/**
 * Runs a suite in a session of its own, so that whatever it forgot is ended with it, and writes what it prints to a file, so that a
 * forgotten process cannot hold our output open. A suite that exceeds its limit fails.
 */
export async function runSuite(suite: Suite, form: Form, folder: string, limitMs: number): Promise<Outcome> {
  const startedAt = performance.now();
  const file = join(folder, `${suite.name.replaceAll(/\W+/g, '-')}.log`);
  const log = createWriteStream(file);
  const child = spawn('npm', ['run', '-s', suite.script, ...(form.args ? ['--', ...form.args] : [])], {
    cwd: root,
    env: { ...process.env, ...form.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child.pid as number);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const isLate = endInTime(child.pid as number, limitMs);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve).once('error', () => resolve(null)));
  const wasLate = isLate();
  running.delete(child.pid as number);
  signalGroup(child.pid as number, 'SIGKILL');
  await Promise.race([closed, wait(KILL_AFTER_MS, undefined, { ref: false })]); // its last lines may still be on their way
  await new Promise((resolve) =>
    log.end(wasLate ? `\nended after ${limitMs / 1000} s, its limit\n` : '', () => resolve(undefined)),
  );
  return {
    name: suite.name,
    seconds: ranFor(startedAt),
    isGreen: code === 0 && !wasLate,
    output: readable(await readFile(file)),
  };
}

/** Ends the group at its limit, first kindly; the answer stops the timer and says whether it was needed. */
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

/** Text that any log can hold: no colours, no other control characters, no endless lines. */
function readable(bytes: Buffer): string {
  const lines = stripVTControlCharacters(bytes.toString('utf8')).split('\n');
  return lines.map((line) => line.replaceAll(/\p{Cc}/gu, '').slice(0, 600)).join('\n');
}

export const lastLines = (output: string, count: number): string => output.trimEnd().split('\n').slice(-count).join('\n');
