import rrule from 'rrule';
import { instantsAt, wallAt } from './clocks.ts';

/** A rule as the test makes it; COUNT and UNTIL apart, because they are counted and compared in instants. */
export type RandomRule = { steps: string; count: number | null; until: string | null };
export type RandomSchedule = { rules: RandomRule[]; zone: string; start: number };

/** Counts local times that the clocks skip, or show twice. */
export type Seen = { gaps: number; folds: number };

/** The first instants, in order, and whether there are no others. */
export type Opinion = { instants: number[]; isAll: boolean };

const { RRule } = rrule; // it is CommonJS, whose names Node cannot see
const LAST_YEAR = 2080;

/** A schedule by another implementation, which knows no zones: it steps through local times, and Intl converts them. */
export function secondOpinion({ rules, zone, start }: RandomSchedule, most: number, seen: Seen): Opinion {
  const from = Math.floor(start / 1000) * 1000;
  const opinions = rules.map((rule) => opinionOn(rule, zone, from, most, seen));
  const instants = [...new Set(opinions.flatMap((one) => one.instants))].sort((a, b) => a - b);
  return { instants: instants.slice(0, most), isAll: instants.length <= most && opinions.every(({ isAll }) => isAll) };
}

function opinionOn(rule: RandomRule, zone: string, start: number, most: number, seen: Seen): Opinion {
  const { count, until } = rule;
  const { steps, dtstart, isMeant } = asMeant(rule.steps, wallAt(start, zone));
  const isPast = until === null ? () => false : endBy(until, zone, start);
  const instants: number[] = [];
  let isAll = true;
  new RRule({ ...RRule.parseString(steps), dtstart: new Date(dtstart) }).all((step) => {
    const local = step.getTime();
    const instant = isMeant(step) ? instantBy(local, zone, start, seen) : null;
    if (instant !== null && isPast(instant, local)) return false;
    if (instant !== null && instant !== instants.at(-1)) instants.push(instant);
    if (instants.length === count) return false;
    isAll = instants.length < most && step.getUTCFullYear() < LAST_YEAR;
    return isAll;
  });
  return { instants, isAll };
}

/**
 * RFC 5545 decides, where the second implementation cannot, as it knows no zones:
 * - 3.3.10: a local time that does not exist "MUST be ignored and MUST NOT be counted as part of the recurrence set";
 * - 3.3.5: a local time that occurs twice "refers to the first occurrence"; of a start that lies in the second, that one.
 */
function instantBy(local: number, zone: string, start: number, seen: Seen): number | null {
  const instants = instantsAt(local, zone);
  if (instants.length === 0) seen.gaps++;
  if (instants.length > 1) seen.folds++;
  return instants.find((instant) => instant >= start) ?? null;
}

/**
 * And where it is wrong, by 3.3.10:
 * - the values of a list have no order, but it takes times of day in the order in which they are written;
 * - what a rule does not say is derived from DTSTART, but of BYWEEKNO without BYDAY it takes every day of the week;
 * - BYSETPOS picks from all of an interval, but of the first week it sees only what DTSTART leaves;
 * - BYSETPOS picks from a set, but it takes a time twice that two positions pick, and counts it twice;
 * - INTERVAL is counted from DTSTART, but with MINUTELY and BYHOUR it restarts at each of the hours.
 */
function asMeant(text: string, start: number): { steps: string; dtstart: number; isMeant: (local: Date) => boolean } {
  const parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]));
  for (const [name, value] of parts) if (/^BY(HOUR|MINUTE|SECOND)$/.test(name)) parts.set(name, inOrder(value));
  const weekday = new Date(start).getUTCDay();
  if (parts.has('BYWEEKNO') && !parts.has('BYDAY')) parts.set('BYDAY', weekdays[weekday] ?? '');
  const isOfWeek = parts.get('FREQ') === 'WEEKLY' && parts.has('BYSETPOS');
  const daysIn = isOfWeek ? (weekday - weekdays.indexOf(parts.get('WKST') ?? 'MO') + 7) % 7 : 0;
  const hours = parts.get('FREQ') === 'MINUTELY' ? parts.get('BYHOUR')?.split(',').map(Number) : undefined;
  if (hours) parts.delete('BYHOUR');
  return {
    steps: [...parts].map((part) => part.join('=')).join(';'),
    dtstart: start - daysIn * 86_400_000,
    isMeant: (local) => local.getTime() >= start && (!hours || hours.includes(local.getUTCHours())),
  };
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const inOrder = (list: string): string =>
  list
    .split(',')
    .sort((a, b) => Number(a) - Number(b))
    .join(',');

/** UNTIL is a time in UTC, a local time, or a whole local day. */
function endBy(until: string, zone: string, start: number): (instant: number, local: number) => boolean {
  const [, year = '', month = '', day = '', hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(until) ?? [];
  const end = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  if (until.endsWith('Z')) return (instant) => instant > end;
  const endInstant = instantsAt(end, zone).find((instant) => instant >= start);
  return (instant, local) => (endInstant === undefined ? local > end : instant > endInstant);
}
