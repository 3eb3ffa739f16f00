import { readFileSync } from 'node:fs';

const ATTEMPTS = 3;

type Best<Name extends string> = { p95: Record<Name, number>; attempts: number };

export const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

/** Measures until the 95th percentiles are good enough, three times at most, and returns the lowest of each. */
export async function bestOf<Name extends string>(
  measure: () => Promise<Record<Name, number[]>>,
  isEnough: (p95: Record<Name, number>) => boolean,
): Promise<Best<Name>> {
  let best: Best<Name> | undefined;
  while (!best || (best.attempts < ATTEMPTS && !isEnough(best.p95))) best = lower(best, await measure());
  return best;
}

function lower<Name extends string>(best: Best<Name> | undefined, times: Record<Name, number[]>): Best<Name> {
  const names = Object.keys(times) as Name[];
  const p95 = names.map((name) => [name, Math.min(best?.p95[name] ?? Number.POSITIVE_INFINITY, quantile(times[name], 0.95))]);
  return { p95: Object.fromEntries(p95), attempts: (best?.attempts ?? 0) + 1 };
}

/** Returns a function that says which part of the processor time since now was taken by other machines on the same hardware, in percent. */
export function stolenTime(): () => number {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    return (100 * (after.stolen - before.stolen)) / Math.max(1, after.all - before.all);
  };
}

function processorTimes(): { all: number; stolen: number } {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = first.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
}
