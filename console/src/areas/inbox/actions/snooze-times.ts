/** A time that people choose to see a chat again. */
export type SnoozeTime = { id: 'hour' | 'three_hours' | 'tomorrow' | 'monday' | 'week'; at: Date };

const MORNING = 9;

/** Returns the usual times, in the time zone of the browser. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
  return [
    { id: 'hour', at: inHours(1) },
    { id: 'three_hours', at: inHours(3) },
    { id: 'tomorrow', at: morning(1) },
    ...(toMonday > 1 ? [{ id: 'monday' as const, at: morning(toMonday) }] : []),
    { id: 'week', at: morning(7) },
  ];
}

const WEEK_MS = 7 * 86_400_000;

/** Returns a time that is to come: the clock today, the weekday within a week, then the date. */
export function laterTime(at: Date, now: Date, locale: string): string {
  const isToday = at.toDateString() === now.toDateString();
  const isSoon = at.getTime() - now.getTime() < WEEK_MS;
  const day: Intl.DateTimeFormatOptions = isToday ? {} : isSoon ? { weekday: 'short' } : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}
