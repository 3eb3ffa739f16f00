import { LRUCache } from 'lru-cache';

/** The IANA database has about 600 names. */
const CACHED_NAMES = 1_000;
const NAME = /^[\w+:/-]{1,64}$/;

/** Canonical names by lower-case name: names are not case-sensitive, and all spellings of a name share one entry. */
const canonicalNames = new LRUCache<string, string>({ max: CACHED_NAMES });

/**
 * Returns the canonical name of a time zone, or undefined when there is no such zone. A cache by time zone must use this name
 * as its key: `aMeRiCa/New_York` has 2^14 spellings.
 */
export function canonicalTimeZone(name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  const key = name.toLowerCase();
  const known = canonicalNames.get(key);
  if (known !== undefined) return known;
  const resolved = resolve(name);
  if (resolved !== undefined) canonicalNames.set(key, resolved);
  return resolved;
}

/** Returns whether this is a time zone: a name of the IANA database or an offset such as +02:00. */
export const isTimeZone = (name: string): boolean => canonicalTimeZone(name) !== undefined;

/** Returns whether this is a name of the IANA database. An offset is not: it has no daylight saving time. */
export const isNamedTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && isTimeZone(name);

function resolve(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
