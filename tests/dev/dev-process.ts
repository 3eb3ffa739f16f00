import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

/** `npm run dev` in a process group of its own, as a terminal would have it. */
export type DevProcess = {
  output(): string;
  /** Waits until something is printed after this position in the output, and returns the time. */
  until(text: string | RegExp, from?: number, withinMs?: number): Promise<number>;
  /** Ctrl-C, which signals every process of the group. */
  interrupt(): Promise<void>;
  /** What a supervisor does: it signals only npm. */
  terminate(): Promise<void>;
  /** How many processes of the group still live. */
  left(): Promise<number>;
  kill(): Promise<void>;
};

export async function startDev(env: Record<string, string>): Promise<DevProcess> {
  const dev = spawnDev(env);
  await dev.until('Press Ctrl-C to stop everything', 0, START_WITHIN_MS);
  await dev.until(/List all chats:\s+curl .*\n/);
  return dev;
}

export function spawnDev(env: Record<string, string>): DevProcess & { ended: Promise<number | null> } {
  const child = spawn('npm', ['run', '-s', 'dev'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const group = child.pid as number;
  let output = '';
  let printed: (() => void)[] = [];
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    for (const wake of printed) wake();
    printed = [];
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const until = async (text: string | RegExp, from = 0, withinMs = 120_000): Promise<number> => {
    const startedAt = performance.now();
    while (!includes(output.slice(from), text)) {
      const leftMs = withinMs - (performance.now() - startedAt);
      if (child.exitCode !== null) throw new Error(`npm run dev ended with ${child.exitCode}:\n${output}`);
      if (leftMs <= 0) throw new Error(`npm run dev did not print ${text} within ${withinMs} ms, but:\n${output}`);
      await Promise.race([new Promise<void>((resolve) => printed.push(resolve)), wait(Math.min(leftMs, 500))]);
    }
    return performance.now();
  };
  return {
    ended,
    output: () => output,
    until,
    interrupt: () => stop(child, () => process.kill(-group, 'SIGINT')),
    terminate: () => stop(child, () => child.kill('SIGTERM')),
    left: () => membersOf(group),
    kill: async () => {
      if ((await membersOf(group)) > 0) process.kill(-group, 'SIGKILL');
    },
  };
}

const includes = (output: string, text: string | RegExp): boolean =>
  typeof text === 'string' ? output.includes(text) : text.test(output);

async function stop(child: ChildProcess, signal: () => void): Promise<void> {
  const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
  signal();
  await Promise.race([ended, wait(STOP_WITHIN_MS)]);
}

/** pgrep exits with 1 when it finds no process. */
const membersOf = (group: number): Promise<number> =>
  promisify(execFile)('pgrep', ['-g', String(group)]).then(
    ({ stdout }) => stdout.trim().split('\n').length,
    () => 0,
  );
