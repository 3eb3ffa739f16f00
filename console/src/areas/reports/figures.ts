import type { types } from '@patchbay/sdk';
import { toInstant, toLocal } from '../../kit/zoned-time.ts';
import { addDays, type Bucket, isDurationMetric, type Metric, type Report } from './address.ts';

export type Row = types.Report['rows'][number];

/** One line of a report. `value` is what the chart shows: a count, seconds, a share or a score; null where nothing was counted. */
export type Figure = {
  /** The id of a channel, team or user ("" for none), an hour of the day, or seconds since 1970. */
  key: string;
  count: number;
  value: number | null;
  p50: number | null;
  p90: number | null;
};

/** Returns the lines of a report. `started` are the rows of promises, for the share that was kept. */
export function figuresOf(report: Report, rows: readonly Row[], started: readonly Row[], bucket: NonNullable<Bucket>): Figure[] {
  const keyOf = keyOfRow(report);
  const groups = Map.groupBy(rows, keyOf);
  const starts = Map.groupBy(started, keyOf);
  return keysOf(report, bucket, [...new Set([...groups.keys(), ...starts.keys()])]).map((key) => ({
    key,
    ...(report.metric === 'sla'
      ? keptOf(groups.get(key) ?? [], starts.get(key) ?? [])
      : valueOfRows(report.metric, groups.get(key) ?? [])),
  }));
}

function keyOfRow({ by, timeZone }: Report): (row: Row) => string {
  switch (by) {
    case 'time':
      return ({ from }) => String(Date.parse(from) / 1_000);
    case 'hour':
      return ({ from }) => String(Number(toLocal(new Date(from), timeZone).slice(11, 13)));
    case 'channel':
      return ({ channelId }) => channelId ?? '';
    case 'team':
      return ({ teamId }) => teamId ?? '';
    case 'user':
      return ({ userId }) => userId ?? '';
    default:
      return by satisfies never;
  }
}

/** Periods and hours without any count are lines too; the API leaves them out. */
function keysOf(report: Report, bucket: NonNullable<Bucket>, found: string[]): string[] {
  if (report.by === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour));
  if (report.by !== 'time') return found;
  return [...new Set([...periodsOf(report, bucket), ...found])].toSorted((a, b) => Number(a) - Number(b));
}

const HOUR_S = 3_600;

/** Returns the starts of the periods of a range, as seconds since 1970. Weeks and months are those that have counts. */
function periodsOf({ from, to, timeZone }: Report, bucket: NonNullable<Bucket>): string[] {
  const startOf = (day: string) => toInstant(`${day}T00:00`, timeZone).getTime() / 1_000;
  if (bucket === 'hour') {
    const [start, end] = [startOf(from), startOf(addDays(to, 1))];
    return Array.from({ length: Math.round((end - start) / HOUR_S) }, (_, index) => String(start + index * HOUR_S));
  }
  if (bucket !== 'day') return [];
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(String(startOf(day)));
  return days;
}

type Value = Omit<Figure, 'key'>;

/** Counts are added; averages are weighted by their counts, which makes them exact. Percentiles of several rows cannot be added. */
function valueOfRows(metric: Metric, rows: readonly Row[]): Value {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const weighted = (field: 'averageSeconds' | 'averageScore') =>
    count === 0 ? null : rows.reduce((sum, row) => sum + (row[field] ?? 0) * row.count, 0) / count;
  const value = isDurationMetric(metric) ? weighted('averageSeconds') : metric === 'ratings' ? weighted('averageScore') : count;
  const [only, ...more] = rows;
  const isOne = only !== undefined && more.length === 0;
  return { count, value, p50: isOne ? only.p50Seconds : null, p90: isOne ? only.p90Seconds : null };
}

/** The share of conversations whose promised times were all kept. `count`: those in which one was missed. */
function keptOf(breached: readonly Row[], started: readonly Row[]): Value {
  const [missed, all] = [breached, started].map((rows) => rows.reduce((sum, row) => sum + row.count, 0)) as [number, number];
  return { count: missed, value: all === 0 ? null : Math.max(0, 1 - missed / all), p50: null, p90: null };
}
