import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, isTooSlow } from './verdict.ts';

const SAMPLES = 300;

/** Times around a median with a tail, as requests have them. */
const times = (medianMs: number): number[] =>
  Array.from({ length: SAMPLES }, (_, n) => medianMs * (0.8 + (0.4 * n) / SAMPLES) * (n > 290 ? 2 : 1));
const figures = (...medians: number[]) => figuresOf(medians.map(times));

test('a flat curve passes', () => assert.equal(isTooSlow(figures(10, 10, 11), 1.5), false));

test('a planted slope fails, and its ratio is that of the slope', () => {
  const slope = figures(10, 20, 40);
  assert.equal(slope.p99Ratio.toFixed(2), '4.00');
  assert.deepEqual(slope.p50.map(Math.round), [10, 20, 40]);
  assert.equal(slope.samples, SAMPLES);
  assert.equal(isTooSlow(slope, 1.5), true);
});

test('a slope within the limit of a search passes as a search only', () => {
  assert.equal(isTooSlow(figures(10, 25), 3), false);
  assert.equal(isTooSlow(figures(10, 25), 1.5), true);
});

test('a slope whose p99 is below the noise is found by the median', () => {
  const slope = figures(3, 6);
  assert.ok((slope.p99[1] ?? 0) - (slope.p99[0] ?? 0) < 10);
  assert.equal(isTooSlow(slope, 1.5), true);
});

test('a tail that grows fails although the median does not', () => {
  const tail = times(10).map((ms, n) => (n > 290 ? 200 : ms));
  assert.equal(isTooSlow(figuresOf([times(10), tail]), 1.5), true);
});

test('a hill between the sizes is no slope', () => assert.equal(isTooSlow(figures(10, 50, 10), 1.5), false));

test('one stall of the machine among 300 samples does not fail', () => {
  const stalled = times(10).map((ms, n) => (n === 150 ? 900 : ms));
  assert.equal(isTooSlow(figuresOf([times(10), stalled]), 1.5), false);
});

test('no samples fail', () => assert.equal(isTooSlow(figuresOf([[], []]), 1.5), true));

test('two stalls among 100 samples of the largest size are chance, ten are not', () => {
  const withStalls = (count: number) => Array.from({ length: 100 }, (_, n) => (n < count ? 100 : 10 + n / 100));
  const stalled = figuresOf([withStalls(0), withStalls(2)]);
  assert.ok(stalled.p99Ratio > 1.5 && stalled.p99RatioLow <= 1.1);
  assert.equal(isTooSlow(figuresOf([withStalls(1), withStalls(2)]), 1.5), false);
  assert.equal(isTooSlow(figuresOf([withStalls(0), withStalls(10)]), 1.5), true);
});
