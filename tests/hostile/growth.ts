/** The CPU time of an input, in milliseconds. */
export type Point = { bytes: number; ms: number };

/** The result of a series. `ratio`: time per byte of the largest input divided by that of the smallest one above the noise. */
export type Judgement = { ratio: number; isSuperlinear: boolean; longestMs: number };

const LEAST_BYTES = 4_096;
const DOUBLINGS = 6;
/** Shorter times are noise of clock and garbage collector. */
const NOISE_MS = 3;
const MOST_RATIO = 3;

/** Returns sizes that double up to the limit: from a 64th of it, or from 4 KiB. A smaller limit is the only size. */
export function sizesUpTo(limitBytes: number): number[] {
  const sizes = Array.from({ length: DOUBLINGS + 1 }, (_, i) => Math.floor(limitBytes / 2 ** (DOUBLINGS - i)));
  return sizes.filter((size) => size >= LEAST_BYTES || size === limitBytes);
}

/**
 * Returns whether time per byte grows. Inputs below the noise do not count: a quadratic parser that is below it at the limit is
 * harmless.
 */
export function verify(points: Point[]): Judgement {
  const counted = points.filter(({ ms }) => ms >= NOISE_MS);
  const [first] = counted;
  const last = counted.at(-1);
  const ratio = first && last ? last.ms / last.bytes / (first.ms / first.bytes) : 1;
  return { ratio, isSuperlinear: ratio > MOST_RATIO, longestMs: Math.max(0, ...points.map(({ ms }) => ms)) };
}

/** Returns the shorter time of two measurements of the same sizes: another process can only make one longer. */
export const shorter = (one: Point[], other: Point[]): Point[] =>
  one.map((point, i) => ({ bytes: point.bytes, ms: Math.min(point.ms, other[i]?.ms ?? point.ms) }));

const TRIES = 3;
const ENOUGH_MS = 400;

/** Measures one input: the best of three, or fewer if they are slow. Time in other threads does not count. */
export async function measure<Input>(input: Input, bytes: number, parse: (input: Input) => unknown): Promise<Point> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0, total = 0; i < TRIES && total < ENOUGH_MS; i++) {
    const before = process.threadCpuUsage();
    await outcomeOf(() => parse(input));
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    best = Math.min(best, ms);
    total += ms;
  }
  return { bytes, ms: best };
}

/** Ignores refusals: only the time counts. */
async function outcomeOf(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) throw error; // a bug of the suite or of the parser
  }
}
