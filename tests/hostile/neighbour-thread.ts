import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Another tenant, in a thread of its own so that sending hostile bodies does not delay it: reads one thing again and again, and
 * hands over how long each answer took when it is asked.
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
