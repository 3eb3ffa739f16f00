export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export type Interval = { from: string; until: string };
export type Days = Record<Weekday, Interval[]>;

const MOST_INTERVALS = 5;
const DAY_MINUTES = 24 * 60;
const NEW_INTERVAL_MINUTES = 4 * 60;

export const closedWeek = (): Days => Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as Days;

/** Monday to Friday, nine to five: where most begin. */
export function usualWeek(): Days {
  const week = closedWeek();
  for (const day of WEEKDAYS.slice(0, 5)) week[day] = [{ from: '09:00', until: '17:00' }];
  return week;
}

/** Returns minutes after midnight, or null for text that is no time of day. */
export function minutesOf(time: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minutes <= DAY_MINUTES ? minutes : null;
}

export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A time field of a browser has no 24:00: midnight at the end of an interval is the end of the day. */
export const untilOf = (fieldValue: string): string => (fieldValue === '00:00' ? '24:00' : fieldValue);
export const fieldValueOf = (until: string): string => (until === '24:00' ? '00:00' : until);

/** Adds an interval in the free time after the last one, or the usual hours to a closed day. Returns null if there is no room. */
export function addInterval(intervals: readonly Interval[]): Interval[] | null {
  if (intervals.length >= MOST_INTERVALS) return null;
  if (intervals.length === 0) return [{ from: '09:00', until: '17:00' }];
  const end = Math.max(...intervals.map(({ until }) => minutesOf(until) ?? 0));
  const from = Math.min(end + 60, DAY_MINUTES);
  if (from + 30 > DAY_MINUTES) return null;
  return [...intervals, { from: timeOf(from), until: timeOf(Math.min(from + NEW_INTERVAL_MINUTES, DAY_MINUTES)) }];
}

/** Gives the hours of one day to other days. */
export function copyDay(days: Days, from: Weekday, to: readonly Weekday[]): Days {
  const copied = Object.fromEntries(to.map((day) => [day, days[from].map((interval) => ({ ...interval }))]));
  return { ...days, ...copied };
}

export type HoursFault = 'incomplete' | 'order' | 'overlap';

/** Returns what is wrong with the intervals of a day, or null. */
export function faultOf(intervals: readonly Interval[]): HoursFault | null {
  const spans = intervals.map(({ from, until }) => [minutesOf(from), minutesOf(until)] as const);
  if (spans.some(([from, until]) => from === null || until === null)) return 'incomplete';
  const sorted = (spans as readonly (readonly [number, number])[]).toSorted(([a], [b]) => a - b);
  if (sorted.some(([from, until]) => from >= until)) return 'order';
  return sorted.some(([from], index) => index > 0 && from < (sorted[index - 1]?.[1] ?? 0)) ? 'overlap' : null;
}

export type Bar = { start: number; width: number };

/** Returns where the intervals are on a line of 24 hours, in percent. Broken intervals are left out. */
export function barsOf(intervals: readonly Interval[]): Bar[] {
  return intervals.flatMap(({ from, until }) => {
    const start = minutesOf(from);
    const end = minutesOf(until);
    if (start === null || end === null || start >= end) return [];
    return [{ start: percent(start), width: percent(end - start) }];
  });
}

export type DayGroup = { from: Weekday; to: Weekday; intervals: Interval[] };

/** Returns neighbouring days with the same hours as one group, for a summary such as "Mon to Fri 09:00–17:00". Closed days are left out. */
export function groupsOf(days: Days): DayGroup[] {
  const groups: DayGroup[] = [];
  let previous: Weekday | null = null;
  for (const day of WEEKDAYS) {
    const last = groups.at(-1);
    if (last && last.to === previous && isSame(last.intervals, days[day])) last.to = day;
    else if (days[day].length > 0) groups.push({ from: day, to: day, intervals: days[day] });
    previous = day;
  }
  return groups;
}

const percent = (minutes: number): number => Math.round((minutes / DAY_MINUTES) * 10_000) / 100;

const isSame = (a: readonly Interval[], b: readonly Interval[]): boolean =>
  a.length === b.length && a.every(({ from, until }, index) => from === b[index]?.from && until === b[index]?.until);
