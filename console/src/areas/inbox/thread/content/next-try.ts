const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
const MOST_TRIES = 15;

/** Returns the pause before a file that failed so often is loaded again, or null after about ten minutes. */
export const nextTryMs = (failures: number): number | null =>
  failures >= MOST_TRIES ? null : Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
