import type { Histogram } from './report.ts';

/** Duration buckets grow by this factor, as `duration_bucket` in the database. */
const FACTOR = 2 ** (1 / 4);

/** Returns the longest duration of a bucket in seconds. */
export const longestOf = (bucket: number): number => FACTOR ** bucket;

/** Returns the duration that stands for a bucket: the middle of its bounds on a logarithmic scale, at most 9 % away from any in it. */
export const typicalOf = (bucket: number): number => (bucket === 0 ? 0.5 : FACTOR ** (bucket - 0.5));

/** Returns the duration in seconds that this share of the durations does not exceed; null without any. */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const counted = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const wanted = counted.reduce((sum, { count }) => sum + count, 0) * share;
  let reached = 0;
  for (const { bucket, count } of counted) {
    reached += count;
    if (count > 0 && reached >= wanted) return rounded(typicalOf(bucket));
  }
  return null;
}

/** Returns the average in seconds; null without any duration. */
export const averageOf = (totalMs: number, count: number): number | null =>
  count === 0 ? null : rounded(totalMs / count / 1000);

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
