import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 10;
const BUSY = 0.5;
const OTHERS_LINGER_MS = 1_000;

/**
 * Keeps room for others: work that comes out of a queue starts only while the event loop has room, as long as there is
 * work that does not. Alone it runs at full speed.
 */
export function createPace() {
  let othersAt = Number.NEGATIVE_INFINITY;
  let last = performance.eventLoopUtilization();
  let busy = false;
  let waiting: (() => void)[] = [];
  const mayStart = () => !busy || performance.now() - othersAt > OTHERS_LINGER_MS;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    busy = performance.eventLoopUtilization(now, last).utilization > BUSY;
    last = now;
    if (!mayStart()) return;
    const next = waiting;
    waiting = [];
    for (const start of next) start();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async atOnce(): Promise<void> {
      othersAt = performance.now();
    },
    async afterOthers(): Promise<void> {
      if (performance.now() - othersAt > OTHERS_LINGER_MS) return;
      await new Promise<void>((resolve) => waiting.push(resolve)); // the next look decides
    },
    stop(): void {
      clearInterval(timer);
      for (const start of waiting) start();
    },
  };
}
