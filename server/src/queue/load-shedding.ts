import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 20;
/** The event loop utilisation up to which jobs that waited start while other jobs run too. */
const BUSY = 0.25;
const MOST_AT_ONCE = 16;
const OTHERS_LINGER_MS = 1_000;

/**
 * Starts jobs that waited for room a few at a time, fewer the busier the event loop is, as long as there are jobs that did not wait.
 * Alone they run at full speed. Each function returns how many jobs may start now.
 */
export function createPace() {
  let othersAt = Number.NEGATIVE_INFINITY;
  let last = performance.eventLoopUtilization();
  let waiting: ((most: number) => void)[] = [];
  const others = () => performance.now() - othersAt < OTHERS_LINGER_MS;
  const release = (most: number) => {
    const next = waiting;
    waiting = [];
    for (const start of next) start(most);
  };
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const most = others() ? roomFor(performance.eventLoopUtilization(now, last).utilization) : Number.POSITIVE_INFINITY;
    last = now;
    release(most);
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async atOnce(): Promise<number> {
      othersAt = performance.now();
      return Number.POSITIVE_INFINITY;
    },
    async afterOthers(): Promise<number> {
      return others() ? new Promise<number>((resolve) => waiting.push(resolve)) : Number.POSITIVE_INFINITY;
    },
    stop(): void {
      clearInterval(timer);
      release(Number.POSITIVE_INFINITY);
    },
  };
}

/** Returns how many jobs may start: all on an idle loop, one per interval on a busy one, so that no job waits indefinitely. */
export const roomFor = (utilization: number): number => Math.max(1, Math.round((1 - utilization / BUSY) * MOST_AT_ONCE));
