import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Another tenant, in its own thread, so that sending hostile bodies does not delay it. Polls one resource and returns the response times on
 * request.
 */
const { url, token } = workerData as { url: string; token: string };
const READERS = 2;
const PAUSE_MS = 5;
let times: number[] = [];

parentPort?.on('message', () => {
  parentPort?.postMessage(times);
  times = [];
});

async function read(): Promise<never> {
  for (;;) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the other tenant was answered with ${answer.status}`);
    times.push(performance.now() - startedAt);
    await wait(PAUSE_MS);
  }
}

await Promise.all(Array.from({ length: READERS }, read));
