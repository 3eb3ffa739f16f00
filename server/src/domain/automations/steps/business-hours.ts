import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { canonicalTimeZone, isTimeZone } from '../../../platform/time-zone.ts';
import { isOpenAt } from '../../business-hours/index.ts';
import { failed, goTo, outcome } from '../execution/outcome.ts';
import { defineStep, exit } from './define-step.ts';
import { id, target } from './fields.ts';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write a time of day as 09:30');
const dayHours = z.array(z.strictObject({ from: time, until: time })).max(5);
const days = z.strictObject({
  monday: dayHours.optional(),
  tuesday: dayHours.optional(),
  wednesday: dayHours.optional(),
  thursday: dayHours.optional(),
  friday: dayHours.optional(),
  saturday: dayHours.optional(),
  sunday: dayHours.optional(),
});

export const businessHours = defineStep({
  type: 'business_hours',
  fields: {
    timeZone: z.string().min(1).max(64).optional(),
    days: days.optional(),
    /** Business hours of the tenant, instead of a time zone and days. */
    businessHoursId: id.optional(),
    onOpen: target,
    onClosed: target,
  },
  example: { timeZone: 'Europe/Berlin', days: { monday: [{ from: '09:00', until: '17:00' }] } },
  exits: ({ onOpen, onClosed }) => [exit('onOpen', onOpen), exit('onClosed', onClosed)],
  check(report, { timeZone, days, businessHoursId }) {
    if (businessHoursId !== undefined) {
      if (timeZone !== undefined || days !== undefined)
        report('businessHoursId', 'custom', 'Give businessHoursId, or timeZone and days, but not both');
      return;
    }
    if (days === undefined) report('days', 'required', 'Give days and timeZone, or businessHoursId');
    if (timeZone === undefined) report('timeZone', 'required', 'Give timeZone and days, or businessHoursId');
    else if (!isTimeZone(timeZone))
      report('timeZone', 'custom', `There is no time zone ${timeZone}; write one such as Europe/Berlin or UTC`);
    for (const [day, ranges] of Object.entries(days ?? {}))
      for (const [i, { from, until }] of (ranges ?? []).entries())
        if (minutesOf(until) <= minutesOf(from))
          report(
            `days.${day}.${i}.until`,
            'custom',
            `This ends before it begins at ${from}; over midnight, end at 24:00 and begin the next day at 00:00`,
          );
  },
  references: ({ businessHoursId }) =>
    businessHoursId === undefined ? [] : [{ kind: 'businessHour', id: businessHoursId, path: 'businessHoursId' }],
  decide({ step, state, scope, now }) {
    if (step.businessHoursId !== undefined && !scope.businessHours)
      return failed(step, state, 'The business hours of this step were deleted');
    const { timeZone = '', days = {} } = step;
    const open = scope.businessHours ? isOpenAt(scope.businessHours, now) : isOpen({ timeZone, days }, now);
    if (open === undefined) return failed(step, state, `There is no time zone ${timeZone}`);
    return outcome(step, goTo(state, open ? step.onOpen : step.onClosed), open ? 'open' : 'closed');
  },
});

type Days = z.output<typeof days>;

/** Returns whether a time is within the hours of the time zone; undefined when the time zone does not exist. */
export function isOpen({ timeZone, days }: { timeZone: string; days: Days }, now: Date): boolean | undefined {
  const local = localTime(timeZone, now);
  return (
    local &&
    (days[local.weekday] ?? []).some(({ from, until }) => minutesOf(from) <= local.minutes && local.minutes < minutesOf(until))
  );
}

/** Returns the minutes since midnight; 24:00 is the end of the day. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the local weekday and time of day, with daylight saving time applied. */
function localTime(timeZone: string, now: Date): { weekday: keyof Days; minutes: number } | undefined {
  const format = formatFor(timeZone);
  if (!format || Number.isNaN(now.getTime())) return undefined;
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    weekday: parts.get('weekday')?.toLowerCase() as keyof Days,
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/** One format takes about 25 kB. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });

/** Returns the format of a time zone. Making one takes longer than a whole step, so formats are cached by canonical name. */
function formatFor(name: string): Intl.DateTimeFormat | undefined {
  const timeZone = canonicalTimeZone(name);
  if (timeZone === undefined) return undefined;
  const format = formats.get(timeZone) ?? makeFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

const makeFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
