import { quantile } from '../bench/attempts.ts';
import { randomNumbers } from '../ratios/median.ts';

/**
 * Of one operation along one curve. `p99` and `p50` have a value per size, the smallest size first; ratios compare the largest size with
 * the smallest. `p99RatioLow`: the lower end of the 95 % bootstrap interval of the ratio.
 */
export type Figures = { samples: number; p99: number[]; p50: number[]; p99Ratio: number; p99RatioLow: number; p50Ratio: number };

/** Smaller differences are noise: a garbage collection or a turn of another process on the same core takes about as long. */
const NOISE = { p99Ms: 10, p50Ms: 2 };
const RESAMPLES = 1_000;

/** Summarises the milliseconds of each size. */
export function figuresOf(times: number[][]): Figures {
  const at = (share: number): number[] => times.map((ofSize) => quantile(ofSize, share));
  const [p99, p50] = [at(0.99), at(0.5)];
  const [smallest = [], largest = []] = [times[0], times.at(-1)];
  const samples = Math.min(...times.map(({ length }) => length));
  return { samples, p99, p50, p99Ratio: ratioOf(p99), p99RatioLow: lowEnd(smallest, largest), p50Ratio: ratioOf(p50) };
}

const ratioOf = (sizes: number[]): number => (sizes.at(-1) ?? Number.NaN) / (sizes[0] ?? Number.NaN);
const moreOf = (sizes: number[]): number => (sizes.at(-1) ?? Number.NaN) - (sizes[0] ?? Number.NaN);

function lowEnd(smallest: number[], largest: number[]): number {
  const draw = randomNumbers(1);
  const p99 = (times: number[]): number =>
    quantile(
      times.map(() => times[Math.floor(draw() * times.length)] ?? Number.NaN),
      0.99,
    );
  return quantile(
    Array.from({ length: RESAMPLES }, () => p99(largest) / p99(smallest)),
    0.025,
  );
}

/**
 * Says whether an operation becomes slower with the size than its limit allows: its p99, if that is certainly higher and not by the
 * chance of a few stalls; or its median, which varies less and shows a slope that is small beside the noise of the p99. No samples are
 * too slow as well.
 */
export function isTooSlow({ p99, p50, p99Ratio, p99RatioLow, p50Ratio }: Figures, limit: number): boolean {
  const isTailFlat = p99Ratio <= limit || p99RatioLow <= 1 || moreOf(p99) < NOISE.p99Ms;
  const isMedianFlat = p50Ratio <= limit || moreOf(p50) < NOISE.p50Ms;
  return !(isTailFlat && isMedianFlat);
}
