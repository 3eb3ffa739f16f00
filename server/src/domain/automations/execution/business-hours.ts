import { LRUCache } from 'lru-cache';
import { canonicalTimeZone } from '../../../platform/time-zone.ts';
import type { StepOf } from './state.ts';

type Hours = Pick<StepOf<'business_hours'>, 'timeZone' | 'days'>;
type Weekday = keyof Hours['days'];

/** Whether it is within the hours on the clocks of that time zone; nothing when there is no such time zone. */
export function isOpen({ timeZone, days }: Hours, now: Date): boolean | undefined {
  const local = localTime(timeZone, now);
  return (
    local &&
    (days[local.weekday] ?? []).some(({ from, until }) => minutesOf(from) <= local.minutes && local.minutes < minutesOf(until))
  );
}

/** Minutes since midnight; 24:00 is the end of the day. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What a clock on the wall there shows. It knows of daylight saving, so the hours of a day need not. */
function localTime(timeZone: string, now: Date): { weekday: Weekday; minutes: number } | undefined {
  const format = formatFor(timeZone);
  if (!format || Number.isNaN(now.getTime())) return undefined;
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    weekday: parts.get('weekday')?.toLowerCase() as Weekday,
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/** The formats of one time zone take some 25 kB. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });

/** Returns the format of a time zone. Making one takes longer than a whole step, so it is kept by the zone's canonical name. */
function formatFor(name: string): Intl.DateTimeFormat | undefined {
  const timeZone = canonicalTimeZone(name);
  if (timeZone === undefined) return undefined;
  const known = formats.get(timeZone) ?? makeFormat(timeZone);
  formats.set(timeZone, known);
  return known;
}

const makeFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
