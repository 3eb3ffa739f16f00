import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFailures, remedyOf } from './failure-advice.ts';
import { overTime, totalsOf } from './over-time.ts';

test('errors with one cause are one group, with what helps, the largest first', () => {
  const groups = groupFailures([
    { key: 'rate_limited', code: '131049', message: 'enough marketing', count: 7 },
    { key: 'undeliverable', code: '131026', message: 'not on WhatsApp', count: 3 },
    { key: 'undeliverable', code: '30003', message: 'unreachable', count: 6 },
    { key: 'rate_limited', code: '4', message: 'too fast', count: 1 },
  ]);
  assert.deepEqual(
    groups.map(({ key, count, remedy }) => [key, count, remedy]),
    [
      ['undeliverable', 9, 'contacts'],
      ['rate_limited', 7, 'retryTomorrow'],
      ['rate_limited', 1, 'retry'],
    ],
  );
  assert.equal(remedyOf({ key: 'something_new', code: null }), 'retry');
});

test('sums over time begin with zero at the start and do not reach beyond now', () => {
  const period = (from: string, sent: number) => ({ from, sent, failed: 0, delivered: sent, read: 0, replied: 1 });
  const periods = [period('2026-11-19T10:00:00.000Z', 5), period('2026-11-19T10:15:00.000Z', 3)];
  const now = Date.parse('2026-11-19T10:20:00.000Z');
  const { times, values } = overTime(periods, '2026-11-19T10:07:00.000Z', now);
  assert.deepEqual(
    times.map((at) => new Date(at * 1_000).toISOString().slice(11, 16)),
    ['10:07', '10:15', '10:20'],
  );
  assert.deepEqual(
    [values.sent, values.replied],
    [
      [0, 5, 8],
      [0, 1, 2],
    ],
  );
  assert.deepEqual(totalsOf(periods).sent, 8);
});
