export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const RESAMPLES = 4_000;

/**
 * Returns the 95 % bootstrap interval of the median: the middle 95 % of the medians of samples that are drawn from the values with
 * replacement. The drawing is deterministic, so equal values have an equal interval.
 */
export function medianInterval(values: number[]): { low: number; high: number } {
  const draw = randomNumbers(1);
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[Math.floor(draw() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (share: number) => medians[Math.min(RESAMPLES - 1, Math.floor(RESAMPLES * share))] ?? 0;
  return { low: at(0.025), high: at(0.975) };
}

/** Returns a generator of numbers in [0, 1): a linear congruential generator with the constants of Numerical Recipes. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
