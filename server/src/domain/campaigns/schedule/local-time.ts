import { Temporal } from 'temporal-polyfill';
import { canonicalTimeZone } from '../../../platform/time-zone.ts';

/** A local date and time without a zone. Rules produce these; runs start at instants. */
export type LocalTime = Temporal.PlainDateTime;

export const localTimeOf = (at: Date, timeZone: string): LocalTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime();

/**
 * Returns the instant of a local time. Returns null for a time that a clock change skips: RFC 5545, 3.3.10 omits it. Of a time that occurs
 * twice, returns the first (3.3.5) that is not before `start`.
 */
export function instantOf(local: LocalTime, timeZone: string, start: Date): Date | null {
  const first = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (!first.toPlainDateTime().equals(local)) return null;
  const isTooEarly = first.epochMilliseconds < start.getTime();
  const chosen = isTooEarly ? local.toZonedDateTime(timeZone, { disambiguation: 'later' }) : first;
  return new Date(chosen.epochMilliseconds);
}

/** Returns the end of a rule: a time in UTC, a local time, or the end of a local day. */
export function endOf(until: string, timeZone: string, start: Date): Date {
  const local = localEnd(until);
  if (until.endsWith('Z')) return new Date(local.toZonedDateTime('UTC').epochMilliseconds);
  return instantOf(local, timeZone, start) ?? new Date(local.toZonedDateTime(timeZone).epochMilliseconds);
}

export function isEnd(until: string): boolean {
  try {
    return /^\d{8}(T\d{6}Z?)?$/.test(until) && Boolean(localEnd(until));
  } catch {
    return false;
  }
}

const localEnd = (until: string): LocalTime => {
  const [day, time = '235959'] = until.replace('Z', '').split('T');
  return Temporal.PlainDateTime.from(`${day}T${time}`);
};

/** A zone of the IANA database. A bare offset is none: it knows of no daylight saving. */
export const isTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && canonicalTimeZone(name) !== undefined;
