import { createDue } from './due.ts';

/** The sandbox's own time. It runs like the machine's until somebody moves it forward, and then everything that became due happens. */
export type Clock = {
  now: () => number;
  /** Calls `work` once `ms` of sandbox time have passed. */
  after: (ms: number, work: () => void) => void;
  /** Moves time forward; what became due by it has happened when this returns. */
  advance: (ms: number) => void;
  /** Back to the machine's time, with nothing planned. */
  reset: () => void;
};

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * One timer for all plans. With a timer each, a process that was held up for a moment ran them in the order of its timers, not
 * of their times, and told the statuses of a message in another order than planned.
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
