/** How much work a schedule may make: `isSpent` is asked between steps, and a step looks at so many wall times at most. */
export type Budget = { isSpent(): boolean; candidates: number };

/** A budget of processor time of this thread: a machine that is busy with other things takes none of it. */
export function cpuBudget(ms: number, candidates: number): Budget {
  const startedAt = usedMs();
  return { isSpent: () => usedMs() - startedAt > ms, candidates };
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** For rules that were checked when they were written. A step looks at a year of every five minutes, twice. */
export const checkedBefore: Budget = { isSpent: () => false, candidates: 220_000 };
