import type { Operation } from './operations.ts';
import type { Place } from './place.ts';
import { type Figures, figuresOf, isTooSlow } from './verdict.ts';

export type Measured = { operation: Operation; figures: Figures; attempts: number; isSlow: boolean };

const WARM_UP = 20;
/**
 * What is too slow is measured again, twice at most, and all samples count: a few stalls of the machine, which make the p99 of few
 * samples, are less than a hundredth of many. A slope is there however many samples there are.
 */
const ATTEMPTS = 3;

/** Measures an operation at every size. */
export async function measureOperation(operation: Operation, places: Place[], samples: number): Promise<Measured> {
  for (let n = 0; n < WARM_UP; n++) for (const place of places) await sample(operation, place, n);
  const times: number[][] = places.map(() => []);
  for (let attempts = 1; ; attempts++) {
    await addSamples(operation, places, times, samples);
    const figures = figuresOf(times);
    const isSlow = isTooSlow(figures, operation.limit);
    if (!isSlow || attempts === ATTEMPTS) return { operation, figures, attempts, isSlow };
  }
}

/** Takes single samples of all sizes in turns, so that all of them meet the same load of the machine. */
async function addSamples(operation: Operation, places: Place[], times: number[][], samples: number): Promise<void> {
  for (let n = 0; n < samples; n++)
    for (let turn = 0; turn < places.length; turn++) {
      const size = (turn + n) % places.length; // no size is always the first
      times[size]?.push(await sample(operation, places[size] as Place, n));
    }
}

const sample = (operation: Operation, place: Place, n: number): Promise<number> =>
  operation.once(place, place.tenants[n % place.tenants.length] as Place['tenants'][number], n);
