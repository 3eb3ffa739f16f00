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

type Plan = { dueAtMs: number; work: () => void; timer: NodeJS.Timeout };

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createClock(): Clock {
  let aheadMs = 0;
  const plans = new Set<Plan>();
  const now = () => Date.now() + aheadMs;
  const arm = (plan: Plan) => setTimeout(() => fire(plan), Math.min(Math.max(plan.dueAtMs - now(), 0), LONGEST_TIMER_MS));
  const fire = (plan: Plan) => {
    if (!plans.has(plan)) return;
    if (plan.dueAtMs > now()) {
      plan.timer = arm(plan);
      return;
    }
    plans.delete(plan);
    plan.work();
  };
  return {
    now,
    after: (ms, work) => {
      const plan = { dueAtMs: now() + ms, work } as Plan;
      plan.timer = arm(plan);
      plans.add(plan);
    },
    advance: (ms) => {
      aheadMs += ms;
      for (const plan of [...plans].sort((a, b) => a.dueAtMs - b.dueAtMs)) {
        clearTimeout(plan.timer);
        fire(plan);
      }
    },
    reset: () => {
      for (const plan of plans) clearTimeout(plan.timer);
      plans.clear();
      aheadMs = 0;
    },
  };
}
