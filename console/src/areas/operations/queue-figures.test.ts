import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOf, oldestOf, totalOf } from './queue-figures.ts';

const kind = (waiting: number, oldestDueAt: string | null) => ({ job: 'x', waiting, oldestDueAt, scheduled: 1, failed: 0 });

test('totals and the oldest job of all kinds', () => {
  const queue = [kind(2, '2026-11-19T10:00:00.000Z'), kind(3, null), kind(1, '2026-11-19T09:59:00.000Z')];
  assert.equal(totalOf(queue, 'waiting'), 6);
  assert.equal(totalOf(queue, 'scheduled'), 3);
  assert.equal(oldestOf(queue), '2026-11-19T09:59:00.000Z');
  assert.equal(oldestOf([]), null);
});

test('an age in seconds is never negative', () => {
  const now = new Date('2026-11-19T10:00:00.000Z');
  assert.equal(ageOf('2026-11-19T09:58:30.000Z', now), 90);
  assert.equal(ageOf('2026-11-19T10:00:05.000Z', now), 0);
});
