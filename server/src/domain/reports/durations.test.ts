import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { averageOf, longestOf, percentileOf, typicalOf } from './durations.ts';

/** The bucket of a duration, as the database computes it. */
const bucketOf = (seconds: number): number => Math.min(120, Math.max(0, Math.ceil(4 * Math.log2(seconds))));

const histogramOf = (durations: number[]) => {
  const histogram: Record<string, number> = {};
  for (const seconds of durations) histogram[bucketOf(seconds)] = (histogram[bucketOf(seconds)] ?? 0) + 1;
  return histogram;
};

test('a percentile is at most 10 % away from the exact one, for durations of one second to a year', () => {
  const duration = fc.double({ min: 1.01, max: 31_536_000, noNaN: true });
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1, maxLength: 50 }), fc.constantFrom(0.5, 0.9, 0.95), (durations, share) => {
      const exact = durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * share) - 1] as number;
      const found = percentileOf(histogramOf(durations), share) as number;
      assert.ok(Math.abs(found / exact - 1) < 0.1, `${found} is not ${exact}`);
    }),
  );
});

test('a bucket holds its typical duration and ends where the next begins', () => {
  for (let bucket = 1; bucket <= 120; bucket++) {
    assert.equal(bucketOf(typicalOf(bucket)), bucket);
    assert.ok(typicalOf(bucket) < longestOf(bucket) && typicalOf(bucket) > longestOf(bucket - 1));
  }
});

test('without durations there is neither a percentile nor an average', () => {
  assert.equal(percentileOf({}, 0.5), null);
  assert.equal(averageOf(0, 0), null);
  assert.equal(averageOf(3_000, 2), 1.5);
});
