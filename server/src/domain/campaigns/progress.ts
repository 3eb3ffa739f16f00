import type { Counts } from '../recipients/index.ts';

/** How many recipients were done at a time. Two samples give a rate. */
export type Sample = { at: string; done: number };

export type Progress = { ratePerSecond: number; estimatedEndAt: Date | null };

/** Returns the number of recipients in a final state. */
export const doneOf = ({ sent, failed, unknown, skipped, cancelled }: Counts): number =>
  sent + failed + unknown + skipped + cancelled;

const leftOf = ({ planned, queued }: Counts): number => planned + queued;

/** Returns the rate since an earlier sample, and the end if the rate stays the same. */
export function progressSince(before: Sample, counts: Counts, now: Date): Progress {
  const seconds = (now.getTime() - new Date(before.at).getTime()) / 1000;
  const ratePerSecond = seconds <= 0 ? 0 : Math.max(0, Math.round(((doneOf(counts) - before.done) / seconds) * 100) / 100);
  const left = leftOf(counts);
  const estimatedEndAt = left > 0 && ratePerSecond > 0 ? new Date(now.getTime() + (left / ratePerSecond) * 1000) : null;
  return { ratePerSecond, estimatedEndAt };
}
