import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledsOf, percentOf, sumOf, withProgress } from './progress.ts';

const none = sumOf([]);

test('an event replaces the counts of its run, and the sum of all runs follows', () => {
  const run = (id: string, sent: number) => ({
    id,
    instant: '',
    status: 'sending' as const,
    startedAt: '',
    plannedAt: null,
    completedAt: null,
    counts: { ...none, recipients: 10, sent },
    ratePerSecond: 0,
    estimatedEndAt: null,
  });
  const before = { counts: { ...none, recipients: 20, sent: 13 }, errors: [], runs: [run('new', 3), run('old', 10)] };
  const event = { id: 'c', status: 'running' as const, ratePerSecond: 2, estimatedEndAt: '2026-01-01T00:00:00.000Z' };
  const after = withProgress(before, { ...event, runId: 'new', counts: { ...none, recipients: 10, sent: 7 } });
  assert.deepEqual([after.counts.sent, after.counts.recipients, after.runs[0]?.ratePerSecond], [17, 20, 2]);
  assert.equal(withProgress(before, { ...event, runId: 'unknown', counts: none }), before);
});

test('lamps: few failures have one, what waits has one until nothing waits, and there are as many as asked for', () => {
  const counts = { ...none, recipients: 10_000, sent: 9_990, failed: 1, planned: 9 };
  const leds = ledsOf(counts, 60);
  assert.deepEqual([leds.length, leds.filter((one) => one === 'failed').length, leds.at(-1)], [60, 1, 'waiting']);
  assert.equal(ledsOf({ ...none, recipients: 3, sent: 3 }, 60).includes('waiting'), false);
  assert.deepEqual(ledsOf(none, 2), ['waiting', 'waiting']);
});

test('a share is 100 % only when all are done', () => {
  assert.deepEqual([percentOf(9_999, 10_000), percentOf(3, 3), percentOf(0, 0)], [99, 100, 0]);
});
