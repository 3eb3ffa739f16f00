import { median } from '../../ratios/median.ts';

const MIB = 1_048_576;

/** The series that must be flat, and the growth of each that is noise: below it, a ratio says nothing. */
const noise = {
  apiRssBytes: 24 * MIB, // pages that the allocator keeps
  apiHeapBytes: 6 * MIB,
  workerRssBytes: 24 * MIB,
  workerHeapBytes: 6 * MIB,
  databaseConnections: 2,
  natsOwnBytes: 4 * MIB,
  redisOwnBytes: 4 * MIB,
  bytesPerMessage: 0,
} as const;

export type FlatSeries = keyof typeof noise;
export type Sample = Record<FlatSeries, number> & {
  seconds: number;
  deadRows: number;
  deadRowsLimit: number;
  dueJobs: number;
  natsServerBytes: number;
  redisServerBytes: number;
  tableBytesPerMessage: number;
  indexBytesPerMessage: number;
};
export type Trend = { series: string; middle: number; last: number; ratio: number; isFlat: boolean };

const FEWEST_SAMPLES = 9;
/** Of the offered units, the least that must have been done: an overloaded server proves nothing. */
const LEAST_DONE = 0.95;

export const flatSeries = Object.keys(noise) as FlatSeries[];

/** Compares the median of the last third of each series with that of the middle third. The first third is the warm-up. */
export function trends(samples: Sample[], wantedRatio: number): Trend[] {
  if (samples.length < FEWEST_SAMPLES) throw new Error(`${samples.length} samples; a verdict needs ${FEWEST_SAMPLES}`);
  return flatSeries.map((series) => {
    const [middle, last] = thirds(samples).map((third) => median(third.map((one) => one[series]))) as [number, number];
    const isFlat = last - middle <= Math.max(noise[series], middle * (wantedRatio - 1));
    return { series, middle, last, ratio: ratioOf(last, middle), isFlat };
  });
}

const ratioOf = (last: number, middle: number): number => (last === middle ? 1 : last / middle);

function thirds(samples: Sample[]): [Sample[], Sample[]] {
  const third = Math.floor(samples.length / 3);
  return [samples.slice(-2 * third, -third), samples.slice(-third)];
}

export type Counted = { offered: number; done: number; skipped: number; failed: number; lostFeeds: number };

/** Returns the promises that a run breaks. */
export function brokenPromises(samples: Sample[], counted: Counted, wantedRatio: number): string[] {
  const broken = trends(samples, wantedRatio).flatMap(({ series, isFlat }) => (isFlat ? [] : [series]));
  const [, last] = thirds(samples);
  if (median(last.map(({ deadRows }) => deadRows)) > median(last.map(({ deadRowsLimit }) => deadRowsLimit)))
    broken.push('deadRows');
  if (!(counted.done >= LEAST_DONE * (counted.offered + counted.skipped))) broken.push('load');
  if (counted.failed > 0) broken.push('failed');
  if (counted.lostFeeds > 0) broken.push('lostFeeds');
  return broken;
}
