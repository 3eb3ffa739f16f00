import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/src/test-kit/ports.ts';

const START_WITHIN_MS = 180_000; // long: a start on a busy machine is slow and not measured

export type Started = { url: string; child: ChildProcess };

/** Starts a server process and waits until it answers. Discards its log, because reading it would take measured time. */
export async function start(file: string, args: string[], env: Record<string, string>): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  const startedAt = performance.now();
  while (child.exitCode === null && performance.now() - startedAt < START_WITHIN_MS) {
    if (await answers()) return { url, child };
    await wait(50);
  }
  child.kill();
  throw new Error(`${file} did not answer within three minutes, or ended before`);
}
