import { invalidParam } from '../../platform/errors.ts';
import { canonicalTimeZone, isNamedTimeZone } from '../../platform/time-zone.ts';
import type { Bucket } from './report.ts';

const DAY_MS = 86_400_000;
/** Counts are kept per quarter hour: the offsets of all time zones are multiples of it. */
const SLOT_MS = 15 * 60_000;
/** The longest range of each bucket. It bounds the rows that a report reads. */
const LONGEST_DAYS: Record<Periods['bucket'], number> = {
  quarter_hour: 7,
  hour: 31,
  day: 366,
  week: 731,
  month: 1_096,
  total: 366,
};
/** PostgreSQL's SQLSTATE for a time zone that it does not know. */
const INVALID_PARAMETER_VALUE = '22023';

export type Periods = { from: Date; to: Date; bucket: Bucket | 'quarter_hour'; timeZone: string };

/** Refuses a range or time zone that cannot be. Returns the range in whole quarter hours, and the canonical name of the zone. */
export function checkedPeriods<T extends Periods>(wanted: T): T {
  const { from, to, bucket, timeZone } = wanted;
  if (from >= to) throw invalidParam('to', 'invalid_date', 'to must be after from');
  const days = LONGEST_DAYS[bucket];
  if (to.getTime() - from.getTime() > days * DAY_MS)
    throw invalidParam('to', 'too_big', `A report with the bucket ${bucket} covers at most ${days} days`);
  return {
    ...wanted,
    from: new Date(Math.floor(from.getTime() / SLOT_MS) * SLOT_MS),
    to: new Date(Math.ceil(to.getTime() / SLOT_MS) * SLOT_MS),
    timeZone: zoneOf(timeZone),
  };
}

function zoneOf(name: string): string {
  const zone = isNamedTimeZone(name) ? canonicalTimeZone(name) : undefined;
  if (zone === undefined) throw unknownZone();
  return zone;
}

const unknownZone = () =>
  invalidParam('timeZone', 'custom', 'timeZone must be a name of the IANA time zone database, such as Europe/Berlin');

/** Explains a refused time zone: PostgreSQL's list can be older than that of Node. */
export function explainZone(error: unknown): never {
  throw (error as { code?: string }).code === INVALID_PARAMETER_VALUE ? unknownZone() : error;
}
