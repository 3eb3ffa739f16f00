/** How much work a schedule may make. `isSpent` is asked between steps of that work. */
export type Budget = { isSpent(): boolean };

/** A budget of processor time of this thread: a machine that is busy with other things takes none of it. */
export function cpuBudget(ms: number): Budget {
  const startedAt = usedMs();
  return { isSpent: () => usedMs() - startedAt > ms };
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** For rules that were checked when they were written. */
export const unlimited: Budget = { isSpent: () => false };
