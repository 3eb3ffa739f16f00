import { quantile } from '../bench/attempts.ts';

/** Of one operation along one curve. `p99` and `p50` have a value per size, the smallest size first. */
export type Figures = { samples: number; p99: number[]; p50: number[]; p99Ratio: number; p50Ratio: number };

/** Smaller differences are noise: a garbage collection or a turn of another process on the same core takes about as long. */
const NOISE = { p99Ms: 10, p50Ms: 2 };

/** Summarises the milliseconds of each size. Ratios compare the largest size with the smallest. */
export function figuresOf(times: number[][]): Figures {
  const at = (share: number): number[] => times.map((ofSize) => quantile(ofSize, share));
  const [p99, p50] = [at(0.99), at(0.5)];
  return { samples: Math.min(...times.map(({ length }) => length)), p99, p50, p99Ratio: ratioOf(p99), p50Ratio: ratioOf(p50) };
}

const ratioOf = (sizes: number[]): number => (sizes.at(-1) ?? Number.NaN) / (sizes[0] ?? Number.NaN);
const moreOf = (sizes: number[]): number => (sizes.at(-1) ?? Number.NaN) - (sizes[0] ?? Number.NaN);

/**
 * Says whether an operation becomes slower with the size than its limit allows: its p99, or its median, which varies less and shows a
 * slope that is small beside the noise of the p99. No samples are too slow as well.
 */
export function isTooSlow({ p99, p50, p99Ratio, p50Ratio }: Figures, limit: number): boolean {
  const isFlat = (ratio: number, moreMs: number, noiseMs: number) => ratio <= limit || moreMs < noiseMs;
  return !(isFlat(p99Ratio, moreOf(p99), NOISE.p99Ms) && isFlat(p50Ratio, moreOf(p50), NOISE.p50Ms));
}
