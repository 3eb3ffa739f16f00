import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { program } from '../../server/src/test-kit/programs.ts';
import type { Memory } from './memory-preload.ts';

const START_WITHIN_MS = 180_000; // other work may run beside a short form
const ANSWERS_WITHIN_MS = 60_000;

export type MeasuredProcess = { url: string; pid: number; memory(): Promise<Memory>; stop(): Promise<void> };

/** Starts a server process that reports its memory after garbage collection. Discards its log: reading it would take measured time. */
export async function startMeasured(role: 'api' | 'worker', env: Record<string, string>): Promise<MeasuredProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', resolve('tests/bench/memory-preload.ts'), program('main'), role], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await answers(child, role, `${url}/livez`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, memory: () => askMemory(child, role), stop };
}

async function answers(child: ChildProcess, role: string, url: string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < START_WITHIN_MS; await wait(50)) {
    if (child.exitCode !== null) break;
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return;
  }
  throw new Error(`the ${role} process did not answer within three minutes, or ended before`);
}

async function askMemory(child: ChildProcess, role: string): Promise<Memory> {
  child.send('memory');
  const answer = once(child, 'message', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch((error: unknown) => {
    throw new Error(`the ${role} process did not report its memory within ${ANSWERS_WITHIN_MS / 1_000} s`, { cause: error });
  });
  return ((await answer) as [Memory])[0];
}
