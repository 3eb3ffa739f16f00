import { createDue } from './due.ts';

/** The sandbox's clock. It runs like the system clock. When it is moved forward, everything that became due runs. */
export type Clock = {
  now: () => number;
  /** Calls `work` once `ms` of sandbox time have passed. */
  after: (ms: number, work: () => void) => void;
  /** Moves the clock forward and runs what became due. */
  advance: (ms: number) => void;
  /** Returns to the system time and cancels all plans. */
  reset: () => void;
};

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Uses one timer for all plans. With one timer each, a process that was blocked ran them in the order of the timers, not of their times,
 * and sent the statuses of a message in the wrong order.
 */
export function createClock(): Clock {
  let aheadMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let armedForMs = Number.POSITIVE_INFINITY;
  const plans = createDue();
  const now = () => Date.now() + aheadMs;
  const arm = () => {
    const soonestMs = plans.soonestMs();
    if (soonestMs === undefined || soonestMs >= armedForMs) return;
    clearTimeout(timer);
    armedForMs = soonestMs;
    timer = setTimeout(fire, Math.min(Math.max(soonestMs - now(), 0), LONGEST_TIMER_MS));
  };
  const disarm = () => {
    clearTimeout(timer);
    armedForMs = Number.POSITIVE_INFINITY;
  };
  const fire = () => {
    disarm();
    const untilMs = now();
    for (let plan = plans.take(untilMs); plan; plan = plans.take(untilMs)) plan.work();
    arm();
  };
  return {
    now,
    after: (ms, work) => {
      plans.add({ dueAtMs: now() + ms, work });
      arm();
    },
    advance: (ms) => {
      aheadMs += ms;
      fire();
    },
    reset: () => {
      disarm();
      plans.clear();
      aheadMs = 0;
    },
  };
}
