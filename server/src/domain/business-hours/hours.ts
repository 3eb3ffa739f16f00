import { Temporal } from 'temporal-polyfill';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Local times of day such as 09:00; 24:00 is the end of the day. */
export type Interval = { from: string; until: string };
export type Holiday = { date: string; name: string | null };

/** When somebody works: the intervals of each weekday in a time zone, except on holidays. */
export type Hours = { timeZone: string; days: { [Day in Weekday]?: Interval[] | undefined }; holidays: Holiday[] };

type Span = { from: number; until: number };

/** Times are not looked for further ahead: hours can be so short that a due time is decades away, and each day takes time. */
const MOST_DAYS = 366;

/** Returns whether a time is within the hours. */
export function isOpenAt(hours: Hours, at: Date): boolean {
  const time = at.getTime();
  return spansOf(hours, localDate(hours, at)).some(({ from, until }) => from <= time && time < until);
}

/**
 * Returns the time at which `ms` of business time have passed since `start`; undefined when that is more than a year away. With no
 * time left it is `start`, also outside the hours.
 */
export function addBusinessTime(hours: Hours, start: Date, ms: number): Date | undefined {
  let left = ms;
  if (left <= 0) return start;
  for (const { from, until } of spansFrom(hours, start)) {
    if (left <= until - from) return new Date(from + left);
    left -= until - from;
  }
  return undefined;
}

/** Returns the business time between two times in milliseconds, at most for a year; 0 when the second is not later. */
export function businessTimeBetween(hours: Hours, start: Date, end: Date): number {
  let total = 0;
  for (const { from, until } of spansFrom(hours, start)) {
    if (from >= end.getTime()) break;
    total += Math.min(until, end.getTime()) - from;
  }
  return total;
}

/** Yields the open spans from a time on, in order and without the part before it. */
function* spansFrom(hours: Hours, start: Date): Generator<Span> {
  const first = localDate(hours, start);
  for (let day = 0; day < MOST_DAYS; day++)
    for (const { from, until } of spansOf(hours, first.add({ days: day })))
      if (until > start.getTime()) yield { from: Math.max(from, start.getTime()), until };
}

const localDate = ({ timeZone }: Hours, at: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** Returns the open spans of a local day in order. Spans that overlap or touch are one. */
function spansOf({ timeZone, days, holidays }: Hours, date: Temporal.PlainDate): Span[] {
  const intervals = days[weekdays[date.dayOfWeek - 1] as Weekday] ?? [];
  if (intervals.length === 0 || holidays.some((holiday) => holiday.date === date.toString())) return [];
  const spans = intervals
    .map(({ from, until }) => ({ from: instantOf(date, from, timeZone), until: instantOf(date, until, timeZone) }))
    .sort((a, b) => a.from - b.from);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (!last || span.from > last.until) merged.push(span);
    else last.until = Math.max(last.until, span.until);
  }
  return merged;
}

/** Returns the instant of a local time. A time that a clock change skips is the one after the gap; of one that occurs twice, the first. */
function instantOf(date: Temporal.PlainDate, time: string, timeZone: string): number {
  const [day, plainTime] = time === '24:00' ? [date.add({ days: 1 }), '00:00'] : [date, time];
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(plainTime) }).epochMilliseconds;
}

/** Hours in which every minute counts. */
export const always: Hours = {
  timeZone: 'UTC',
  days: Object.fromEntries(weekdays.map((day) => [day, [{ from: '00:00', until: '24:00' }]])),
  holidays: [],
};
