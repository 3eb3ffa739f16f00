import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTime, relativeTime, windowLevel } from './time.ts';

const now = new Date(2026, 10, 18, 14, 30);

test('the time in a list: clock today, weekday within a week, then the date', () => {
  assert.equal(listTime(new Date(2026, 10, 18, 9, 5), now, 'en'), '09:05');
  assert.equal(listTime(new Date(2026, 10, 15, 16, 46), now, 'en'), 'Sun 16:46');
  assert.equal(listTime(new Date(2026, 2, 2), now, 'en'), 'Mar 2');
  assert.equal(listTime(new Date(2025, 2, 2), now, 'de'), '2. März 2025');
});

test('relative times', () => {
  assert.equal(relativeTime(new Date(2026, 10, 18, 14, 27), now, 'en'), '3 minutes ago');
  assert.equal(relativeTime(new Date(2026, 10, 20, 15, 0), now, 'en'), 'in 2 days');
});

test('the messaging window: lamps, tone and what is left', () => {
  const inMinutes = (minutes: number) => windowLevel(new Date(now.getTime() + minutes * 60_000), now);
  assert.deepEqual(inMinutes(38), { leds: 1, tone: 'danger', hours: 0, minutes: 38 });
  assert.deepEqual(inMinutes(134), { leds: 2, tone: 'warn', hours: 2, minutes: 14 });
  assert.equal(inMinutes(9 * 60).leds, 3);
  assert.equal(inMinutes(20 * 60).leds, 4);
  assert.equal(inMinutes(23 * 60).leds, 5);
  assert.equal(inMinutes(-1).tone, 'closed');
});
