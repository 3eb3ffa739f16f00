import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { LRUCache } from 'lru-cache';

/** Parsing takes 0.1 ms, and an import parses each number several times. */
const known = new LRUCache<string, string>({ max: 20_000 });
const LONGEST = 64;

/** Short codes of the SMS networks of one country, such as 72345. They have no international form. */
const SHORT_CODE = /^\d{5,6}$/;
const SPELLING = /^\+?[0-9 ().-]{5,24}$/;

/** Returns whether a text is a phone number with a country code, or a short code. Checks the length, not whether it is assigned. */
export function isPhoneNumber(value: string): boolean {
  if (!SPELLING.test(value)) return false;
  if (SHORT_CODE.test(value.trim())) return true;
  const digits = digitsOf(value);
  return /^521\d{10}$/.test(digits) || parsed(digits)?.isPossible() === true;
}

/**
 * Returns one spelling for all spellings of a phone number: E.164 without the plus, normalised for the three countries where providers
 * and users write different digits. A text that is no phone number keeps its digits; a text without digits is returned as it is.
 */
export function phoneMatch(value: string): string {
  const hit = known.get(value);
  if (hit !== undefined) return hit;
  let match = matchOnce(value);
  for (let next = matchOnce(match), i = 0; next !== match && i < 5; next = matchOnce(match), i++) match = next;
  if (value.length <= LONGEST) known.set(value, match);
  return match;
}

function matchOnce(value: string): string {
  const digits = digitsOf(value);
  if (digits === '') return value.trim();
  if (SHORT_CODE.test(value.trim())) return digits;
  const number = digits.length > LONGEST ? undefined : parsed(digits);
  return fold(number?.isPossible() ? number.number.slice(1) : digits);
}

const digitsOf = (value: string): string => value.replace(/[^0-9]/g, '').replace(/^00/, '');
const parsed = (digits: string) => parsePhoneNumberFromString(`+${digits}`);

/** Removes Brazil's ninth digit of mobile numbers, and Argentina's 9 and Mexico's 1 after the country code. */
function fold(digits: string): string {
  const brazil = /^55(\d\d)([6-9]\d{7})$/.exec(digits);
  if (brazil) return `55${brazil[1]}9${brazil[2]}`;
  const argentina = /^549(\d{10})$/.exec(digits);
  if (argentina) return `54${argentina[1]}`;
  const mexico = /^521(\d{10})$/.exec(digits);
  return mexico ? `52${mexico[1]}` : digits;
}
