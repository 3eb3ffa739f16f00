import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type Neighbour = {
  /** Returns the response times since the last call, in milliseconds. */
  times(): Promise<number[]>;
  stop(): Promise<unknown>;
};

/** Starts another tenant that polls one resource. */
export function startNeighbour(url: string, token: string): Neighbour {
  const worker = new Worker(new URL('./neighbour-thread.ts', import.meta.url), { workerData: { url, token } });
  return {
    async times() {
      const answered = once(worker, 'message');
      worker.postMessage('times');
      return (await answered)[0];
    },
    stop: () => worker.terminate(),
  };
}

/** Returns the p99 of the response times. */
export function p99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.POSITIVE_INFINITY;
}
