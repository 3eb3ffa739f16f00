const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?\d\d)?))?$/;

/** Returns a time in a form that PostgreSQL accepts, or undefined: JavaScript accepts 30 February and the year 0, PostgreSQL does not. */
export function toTime(value: string): string | undefined {
  const [, year, month, day] = TIME.exec(value) ?? [];
  const at = new Date(value);
  if (!year || Number.isNaN(at.getTime())) return undefined;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= lastDay && at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999 ? at.toISOString() : undefined;
}
