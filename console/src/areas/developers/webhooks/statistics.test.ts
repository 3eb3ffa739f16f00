import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayUntil, HOURS, toDay } from './statistics.ts';

const { from, to } = dayUntil(new Date('2026-11-19T10:30:00Z'));
const period = { deliveries: 4, succeeded: 3, failed: 1, pending: 0, attempts: 6, medianMs: 20, p95Ms: 90 };

test('a day ends with the current hour and has 24 hours', () => {
  assert.deepEqual([from, to], ['2026-11-18T11:00:00.000Z', '2026-11-19T11:00:00.000Z']);
  assert.equal(toDay([], from).hours.length, HOURS);
});

test('periods are put into their hours, others have no values', () => {
  const day = toDay(
    [
      { ...period, from: '2026-11-18T12:00:00.000Z' },
      { ...period, from: '2026-11-19T10:00:00.000Z', medianMs: null, p95Ms: null },
    ],
    from,
  );
  assert.equal(day.hours[1]?.deliveredPercent, 75);
  assert.equal(day.hours[2]?.deliveredPercent, null);
  assert.deepEqual([day.deliveries, day.deliveredPercent, day.failed], [8, 75, 2]);
  assert.deepEqual(day.latest, { medianMs: 20, p95Ms: 90 });
});

test('without deliveries there is no percentage', () => {
  assert.equal(toDay([], from).deliveredPercent, null);
  assert.equal(toDay([], from).latest, null);
});
