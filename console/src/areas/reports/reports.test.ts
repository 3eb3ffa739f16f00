import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf, fullAddress, readAddress, toReport } from './address.ts';
import { figuresOf, type Row } from './figures.ts';

const now = new Date('2026-11-19T23:30:00Z');
const id = (n: number) => `0199aa3c-1c2e-7b1a-9d55-0c0e6f1c2a1${n}`;

const row = (more: Partial<Row>): Row => ({
  from: '2026-11-01T00:00:00.000Z',
  channelId: null,
  userId: null,
  teamId: null,
  count: 1,
  averageSeconds: null,
  p50Seconds: null,
  p90Seconds: null,
  p95Seconds: null,
  averageScore: null,
  ...more,
});

test('an address without anything is the last 30 days in the zone of the browser; what cannot be is left out', () => {
  assert.deepEqual(
    readAddress({ metric: 'x', by: 'team', from: '2026-13-01', to: '2026-12-01', tz: 'No/Where', channels: 'a,b' }),
    { by: 'team' },
  );
  const report = toReport({}, now, 'Europe/Berlin');
  assert.deepEqual([report.from, report.to, report.metric, report.by], ['2026-10-22', '2026-11-20', 'messages_received', 'time']);
});

test('the link of a report has everything: metric, groups, days, zone and every filter', () => {
  const given = { metric: 'sla' as const, by: 'team' as const, channels: id(1), teams: `${id(2)},${id(3)}`, users: id(4) };
  const report = toReport(given, now, 'Asia/Kolkata');
  const link = fullAddress(report);
  assert.deepEqual(link, { ...given, from: '2026-10-22', to: '2026-11-20', tz: 'Asia/Kolkata' });
  assert.deepEqual(toReport(readAddress(link), new Date('2027-05-05T00:00:00Z'), 'America/Lima'), report);
});

test('periods are as long as needed to be few', () => {
  const of = (from: string, to: string) => bucketOf({ by: 'time', from, to });
  assert.deepEqual(
    [
      of('2026-11-01', '2026-11-02'),
      of('2026-09-01', '2026-11-20'),
      of('2026-01-01', '2026-11-20'),
      of('2024-11-21', '2026-11-20'),
    ],
    ['hour', 'day', 'week', 'month'],
  );
});

test('days without a count are lines with zero, also where clocks change', () => {
  const report = { ...toReport({}, now, 'Europe/Berlin'), from: '2026-10-24', to: '2026-10-26' };
  const figures = figuresOf(report, [row({ from: '2026-10-25T22:00:00.000Z', count: 4 })], [], 'day');
  const shown = figures.map(({ key, value }) => [new Date(Number(key) * 1_000).toISOString(), value]);
  assert.deepEqual(shown.length, 4); // the row is not at a midnight of Berlin, and is not lost
  assert.deepEqual(
    shown.filter(([, value]) => value === 0).map(([at]) => at),
    ['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  );
});

test('by hour: averages are weighted, percentiles of several rows are left out', () => {
  const report = { ...toReport({ metric: 'first_reply_time', by: 'hour' }, now, 'UTC') };
  const rows = [
    row({ from: '2026-11-01T09:00:00.000Z', count: 3, averageSeconds: 100, p50Seconds: 90 }),
    row({ from: '2026-11-02T09:00:00.000Z', count: 1, averageSeconds: 500, p50Seconds: 500 }),
    row({ from: '2026-11-02T10:00:00.000Z', count: 1, averageSeconds: 7, p50Seconds: 7 }),
  ];
  const figures = figuresOf(report, rows, [], 'hour');
  assert.deepEqual(
    [figures.length, figures[9]?.value, figures[9]?.p50, figures[10]?.p50, figures[11]?.value],
    [24, 200, null, 7, null],
  );
});

test('kept promises are a share; without any promise there is none', () => {
  const report = toReport({ metric: 'sla', by: 'team' }, now, 'UTC');
  const breached = [row({ teamId: id(1), count: 1 })];
  const started = [row({ teamId: id(1), count: 4 }), row({ teamId: id(2), count: 2 })];
  const figures = figuresOf(report, breached, started, 'total');
  assert.deepEqual(
    figures.map(({ key, value, count }) => [key, value, count]),
    [
      [id(1), 0.75, 1],
      [id(2), 1, 0],
    ],
  );
});
