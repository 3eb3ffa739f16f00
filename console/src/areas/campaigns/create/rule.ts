export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

/** A repetition that the form can show. `monthDay` -1 is the last day of the month. `time`: 09:30. */
export type Repeat = { every: 'day' | 'week' | 'month'; days: Weekday[]; monthDay: number; time: string };

const FREQUENCY = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const;

/** Returns the rule of RFC 5545. */
export function toRule({ every, days, monthDay, time }: Repeat): string {
  const [hour = '9', minute = '0'] = time.split(':');
  const parts = [`FREQ=${FREQUENCY[every]}`];
  if (every === 'week') parts.push(`BYDAY=${weekdays.filter((day) => days.includes(day)).join(',')}`);
  if (every === 'month') parts.push(`BYMONTHDAY=${monthDay}`);
  return [...parts, `BYHOUR=${Number(hour)}`, `BYMINUTE=${Number(minute)}`].join(';');
}

const RULE = /^FREQ=(DAILY|WEEKLY|MONTHLY)(?:;BYDAY=([A-Z,]+))?(?:;BYMONTHDAY=(-?\d+))?;BYHOUR=(\d+);BYMINUTE=(\d+)$/;

/** Reads a rule that `toRule` wrote. Others were made with the API and are kept as they are. */
export function readRule(rule: string): Repeat | undefined {
  const [, frequency, days, monthDay, hour = '', minute = ''] = RULE.exec(rule) ?? [];
  const every = frequency === 'DAILY' ? 'day' : frequency === 'WEEKLY' ? 'week' : 'month';
  const read: Repeat = {
    every,
    days: (days?.split(',') ?? []) as Weekday[],
    monthDay: Number(monthDay ?? 1),
    time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
  };
  return frequency !== undefined && toRule(read) === rule ? read : undefined;
}
