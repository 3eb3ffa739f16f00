export type StepCount = { stepId: string; type: string; outcome: string; count: number };

/** Outcomes that begin a visit of a step that waits; the others end it, and must not count twice. */
const BEGINNINGS = ['asked', 'waiting', 'passed', 'requested'];

/** Returns how often each step was visited. */
export function visitsOf(counts: readonly StepCount[]): Map<string, number> {
  const byStep = Map.groupBy(counts, ({ stepId }) => stepId);
  return new Map([...byStep].map(([stepId, some]) => [stepId, visits(some)]));
}

function visits(counts: readonly StepCount[]): number {
  const begun = sum(counts.filter(({ outcome }) => BEGINNINGS.includes(outcome)));
  return begun > 0 ? begun : sum(counts);
}

const sum = (counts: readonly StepCount[]): number => counts.reduce((total, { count }) => total + count, 0);
