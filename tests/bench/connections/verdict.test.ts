import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenPromises, type Figures } from './verdict.ts';

const limits = { connections: 10_000, eventMs: 1_000, ratio: 1.5, noiseMs: 5 };
const good: Figures = {
  eventP95Ms: 300,
  events: 20,
  connections: 10_000,
  lost: 0,
  failed: 0,
  aloneP99Ms: 20,
  besideP99Ms: 29,
};

test('figures within the limits break no promise', () => {
  assert.deepEqual(brokenPromises(good, limits), []);
});

test('each figure beyond its limit breaks its promise', () => {
  for (const [change, broken] of [
    [{ eventP95Ms: 1_001 }, 'eventMs'],
    [{ eventP95Ms: Number.NaN }, 'eventMs'],
    [{ events: 19 }, 'eventMs'],
    [{ connections: 9_999 }, 'connections'],
    [{ lost: 1 }, 'connections'],
    [{ failed: 1 }, 'failed'],
    [{ besideP99Ms: 31 }, 'requestRatio'],
    [{ besideP99Ms: Number.NaN }, 'requestRatio'],
    [{ besideP99Ms: Number.POSITIVE_INFINITY }, 'requestRatio'],
  ] as const)
    assert.deepEqual(brokenPromises({ ...good, ...change }, limits), [broken], JSON.stringify(change));
});

test('a difference within the noise is no slowdown', () => {
  assert.deepEqual(brokenPromises({ ...good, aloneP99Ms: 3, besideP99Ms: 7.9 }, limits), []);
  assert.deepEqual(brokenPromises({ ...good, aloneP99Ms: 3, besideP99Ms: 8.1 }, limits), ['requestRatio']);
});
