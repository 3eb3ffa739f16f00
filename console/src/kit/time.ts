const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a hundred times, and every row of a list needs two. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Returns a clock time today, the weekday with the time within a week, then the date. */
export function listTime(at: Date, now: Date, locale: string): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  const options: Intl.DateTimeFormatOptions =
    days === 0
      ? { hour: '2-digit', minute: '2-digit' }
      : days > 0 && days < 7
        ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
        : at.getFullYear() === now.getFullYear()
          ? { day: 'numeric', month: 'short' }
          : { day: 'numeric', month: 'short', year: 'numeric' };
  return formatOf(locale, { ...options, hourCycle: 'h23' }).format(at);
}

export const fullTime = (at: Date, locale: string): string =>
  formatOf(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** "3 minutes ago", "in 2 days". */
export function relativeTime(at: Date, now: Date, locale: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(0, 'second');
  if (size < 3_600) return format.format(Math.trunc(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.trunc(seconds / 3_600), 'hour');
  return format.format(Math.trunc(seconds / 86_400), 'day');
}

export type WindowLevel = {
  leds: 0 | 1 | 2 | 3 | 4 | 5;
  tone: 'plain' | 'warn' | 'danger' | 'closed';
  hours: number;
  minutes: number;
};

/** Returns how much of a messaging window of 24 hours is left: five lamps, a tone, hours and minutes. */
export function windowLevel(until: Date, now: Date): WindowLevel {
  const total = Math.floor((until.getTime() - now.getTime()) / 60_000);
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (total < 0) return { leds: 0, tone: 'closed', hours: 0, minutes: 0 };
  if (hours < 1) return { leds: 1, tone: 'danger', hours, minutes };
  if (hours < 4) return { leds: 2, tone: 'warn', hours, minutes };
  return { leds: hours < 12 ? 3 : hours <= 20 ? 4 : 5, tone: 'plain', hours, minutes };
}

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
