import type { types } from '@patchbay/sdk';

/** What a report shows. `sla` is made of two metrics of the API. */
export const metrics = [
  'messages_received',
  'messages_sent',
  'chats_opened',
  'chats_closed',
  'first_reply_time',
  'resolution_time',
  'sla',
  'ratings',
] as const;
export type Metric = (typeof metrics)[number];
/** Whether a metric measures durations. */
export const isDurationMetric = (metric: Metric): boolean => metric.endsWith('_time');

export const groupings = ['time', 'channel', 'team', 'user', 'hour'] as const;
export type Grouping = (typeof groupings)[number];

/** The whole state of a report. Days are those of the time zone; `to` is the last day. What is missing has its default. */
export type Address = {
  metric?: Metric;
  by?: Grouping;
  from?: string;
  to?: string;
  tz?: string;
  channels?: string;
  teams?: string;
  users?: string;
};

export type Filters = { channelIds: string[]; teamIds: string[]; userIds: string[] };
export type Report = { metric: Metric; by: Grouping; from: string; to: string; timeZone: string; filters: Filters };

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MOST_IDS = 100;
const DAY_MS = 86_400_000;

/** Reads an address; values that cannot be are left out. */
export function readAddress(given: Record<string, unknown>): Address {
  const { metric, by, from, to, tz } = given;
  const address: Address = {};
  if (metrics.includes(metric as Metric)) address.metric = metric as Metric;
  if (groupings.includes(by as Grouping)) address.by = by as Grouping;
  if (typeof from === 'string' && typeof to === 'string' && DAY.test(from) && DAY.test(to) && from <= to) {
    address.from = from;
    address.to = to;
  }
  if (typeof tz === 'string' && isZone(tz)) address.tz = tz;
  for (const key of ['channels', 'teams', 'users'] as const) {
    const ids = idsIn(given[key]);
    if (ids.length > 0) address[key] = ids.join(',');
  }
  return address;
}

const idsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split(',') : []).filter((id) => /^[0-9a-f-]{36}$/i.test(id)).slice(0, MOST_IDS);

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns the report of an address: the last 30 days in the time zone of the browser, if it says nothing else. */
export function toReport(address: Address, now: Date, ownZone: string): Report {
  const timeZone = address.tz ?? ownZone;
  const today = dayOf(now, timeZone);
  return {
    metric: address.metric ?? 'messages_received',
    by: address.by ?? 'time',
    from: address.from ?? addDays(today, -29),
    to: address.to ?? today,
    timeZone,
    filters: { channelIds: idsIn(address.channels), teamIds: idsIn(address.teams), userIds: idsIn(address.users) },
  };
}

/** Returns the address that shows this report to everybody and at any time: nothing is left to defaults. */
export function fullAddress({ metric, by, from, to, timeZone, filters }: Report): Address {
  return readAddress({
    metric,
    by,
    from,
    to,
    tz: timeZone,
    channels: filters.channelIds.join(','),
    teams: filters.teamIds.join(','),
    users: filters.userIds.join(','),
  });
}

export const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS) + 1;

export type Bucket = types.SearchReportsBody['bucket'];

/** Returns the periods of a report over time: few enough to be seen, within the limits of the API. */
export function bucketOf({ by, from, to }: Pick<Report, 'by' | 'from' | 'to'>): NonNullable<Bucket> {
  if (by === 'hour') return 'hour';
  if (by !== 'time') return 'total';
  const days = daysBetween(from, to);
  return days <= 2 ? 'hour' : days <= 92 ? 'day' : days <= 366 ? 'week' : 'month';
}
