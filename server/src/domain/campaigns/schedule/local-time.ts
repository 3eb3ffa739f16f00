import { Temporal } from 'temporal-polyfill';

/** What the clocks of a place show. Rules are about this; the environment runs on instants. */
export type Wall = Temporal.PlainDateTime;

export const wallOf = (at: Date, timeZone: string): Wall =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime();

/**
 * When the clocks show this, or nothing when they never do, because they were put forward over it: such a firing is left out
 * (RFC 5545, 3.3.10). A time that they show twice is the first of the two (3.3.5) that is not before `start`.
 */
export function instantOf(wall: Wall, timeZone: string, start: Date): Date | null {
  const first = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (!first.toPlainDateTime().equals(wall)) return null;
  const isTooEarly = first.epochMilliseconds < start.getTime();
  const chosen = isTooEarly ? wall.toZonedDateTime(timeZone, { disambiguation: 'later' }) : first;
  return new Date(chosen.epochMilliseconds);
}

/** The last moment of a rule that ends: a time in UTC, a time of the place, read as its instants are, or the whole of a day there. */
export function endOf(until: string, timeZone: string, start: Date): Date {
  const wall = wallOfEnd(until);
  if (until.endsWith('Z')) return new Date(wall.toZonedDateTime('UTC').epochMilliseconds);
  return instantOf(wall, timeZone, start) ?? new Date(wall.toZonedDateTime(timeZone).epochMilliseconds);
}

export function isEnd(until: string): boolean {
  try {
    return /^\d{8}(T\d{6}Z?)?$/.test(until) && Boolean(wallOfEnd(until));
  } catch {
    return false;
  }
}

const wallOfEnd = (until: string): Wall => {
  const [day, time = '235959'] = until.replace('Z', '').split('T');
  return Temporal.PlainDateTime.from(`${day}T${time}`);
};
