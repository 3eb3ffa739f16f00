/** A time on the clocks of a place, as `<input type="datetime-local">` has it: 2026-11-19T09:30. */
export type LocalTime = string;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns what the clocks of a place show. */
export function toLocal(at: Date, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** Returns the instant at which the clocks of a place show a time. Of a time that clocks skip, one an hour beside it. */
export function toInstant(local: LocalTime, timeZone: string): Date {
  const wanted = Date.parse(`${local}Z`);
  const offset = (at: number) => Date.parse(`${toLocal(new Date(at), timeZone)}Z`) - Math.floor(at / 60_000) * 60_000;
  const first = wanted - offset(wanted);
  return new Date(wanted - offset(first));
}
