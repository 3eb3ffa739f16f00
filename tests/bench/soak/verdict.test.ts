import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadRowsLimit } from './database.ts';
import { brokenPromises, flatSeries, type Sample, trends } from './verdict.ts';

const MIB = 1_048_576;
const flat: Sample = {
  seconds: 0,
  apiRssBytes: 300 * MIB,
  apiHeapBytes: 80 * MIB,
  workerRssBytes: 250 * MIB,
  workerHeapBytes: 70 * MIB,
  databaseConnections: 22,
  natsOwnBytes: 100_000,
  redisOwnBytes: 1_000,
  bytesPerMessage: 6_000,
  deadRows: 4_000,
  deadRowsLimit: 9_000,
  dueJobs: 3,
  natsServerBytes: 50 * MIB,
  redisServerBytes: 5 * MIB,
  tableBytesPerMessage: 4_000,
  indexBytesPerMessage: 2_000,
};
const counted = { offered: 1_000, done: 1_000, skipped: 0, failed: 0, lostFeeds: 0 };
const run = (change: (share: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 36 }, (_, n) => ({ ...flat, seconds: n * 30, ...change(n / 36) }));

test('a flat run breaks nothing, and neither does growth in the first third', () => {
  assert.deepEqual(
    brokenPromises(
      run(() => ({})),
      counted,
      1.1,
    ),
    [],
  );
  const warmUp = run((share) => ({
    apiHeapBytes: (share < 1 / 3 ? 20 : 80) * MIB,
    bytesPerMessage: share < 1 / 3 ? 90_000 : 6_000,
  }));
  assert.deepEqual(brokenPromises(warmUp, counted, 1.1), []);
});

test('each series that grows in the last two thirds is named', () => {
  for (const series of flatSeries) {
    const growing = run((share) => ({ [series]: flat[series] * (1 + 2 * share) + 20 * MIB * share * 3 }));
    assert.deepEqual(brokenPromises(growing, counted, 1.1), [series]);
  }
});

test('a leak of half a megabyte a second is seen within three minutes, noise is not', () => {
  const leaking = run((share) => ({ apiHeapBytes: 80 * MIB + share * 180 * 0.5 * MIB }));
  assert.deepEqual(brokenPromises(leaking, counted, 1.1), ['apiHeapBytes']);
  assert.deepEqual(
    brokenPromises(
      run((share) => ({ databaseConnections: share < 2 / 3 ? 3 : 5 })),
      counted,
      1.1,
    ),
    [],
  );
});

test('dead rows beyond what autovacuum leaves, a load that was not carried, failures and lost feeds are named', () => {
  assert.deepEqual(
    brokenPromises(
      run((share) => ({ deadRows: share * 20_000 })),
      counted,
      1.1,
    ),
    ['deadRows'],
  );
  assert.deepEqual(
    brokenPromises(
      run(() => ({})),
      { ...counted, done: 940 },
      1.1,
    ),
    ['load'],
  );
  assert.deepEqual(
    brokenPromises(
      run(() => ({})),
      { ...counted, skipped: 60 },
      1.1,
    ),
    ['load'],
  );
  assert.deepEqual(
    brokenPromises(
      run(() => ({})),
      { ...counted, failed: 1 },
      1.1,
    ),
    ['failed'],
  );
  assert.deepEqual(
    brokenPromises(
      run(() => ({})),
      { ...counted, lostFeeds: 1 },
      1.1,
    ),
    ['lostFeeds'],
  );
});

test('too few samples have no verdict', () => {
  assert.throws(() => trends(run(() => ({})).slice(0, 8), 1.1), /8 samples/);
});

test('dead rows may be what autovacuum leaves and what two of its rounds bring', () => {
  assert.equal(deadRowsLimit(500, 100, 20), 4_500);
});
