/** Limits the work of a schedule. `isSpent` is checked between steps; a step examines at most `candidates` local times. */
export type Budget = { isSpent(): boolean; candidates: number };

/** Returns a budget of CPU time of this thread; the load of other processes does not count. */
export function cpuBudget(ms: number, candidates: number): Budget {
  const startedAt = usedMs();
  return { isSpent: () => usedMs() - startedAt > ms, candidates };
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The budget of rules that were checked before. `candidates` is two years of every five minutes. */
export const checkedBefore: Budget = { isSpent: () => false, candidates: 220_000 };
