import { WEEKDAYS, type Weekday } from './hours.ts';

const A_MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

export const weekdayName = (day: Weekday, locale: string, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(A_MONDAY + WEEKDAYS.indexOf(day) * DAY_MS);
