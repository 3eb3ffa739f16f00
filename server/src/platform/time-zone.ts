import { LRUCache } from 'lru-cache';

/** The IANA database has some 600 names. */
const REMEMBERED = 1_000;
const NAME = /^[\w+:/-]{1,64}$/;

/** Canonical names by the name in small letters: names are not case-sensitive, and every spelling of one shares an entry. */
const canonicalNames = new LRUCache<string, string>({ max: REMEMBERED });

/**
 * Returns the canonical name of a time zone, or nothing when there is no such zone. Whoever caches by time zone must use this name
 * as the key: `aMeRiCa/New_York` has 2^14 spellings.
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

function resolve(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
