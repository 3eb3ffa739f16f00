import { phoneMatch } from '../../platform/phone-number.ts';
import type { HandleType } from '../../registry/channels.ts';

export type { HandleType };

/**
 * Returns one normalized form for all spellings of an address. It is used only to find a contact; the address is stored and
 * dialled as it was given.
 */
export function matchValue(type: HandleType, value: string): string {
  switch (type) {
    case 'phone_number':
      return phoneMatch(value);
    case 'email':
      return value.trim().toLowerCase();
    default:
      return value.trim();
  }
}

const NUMBER = /^\+?[\d\s()./-]+$/;
const ADDRESS = /^[^\s@]+@[^\s@]*$/;
/** Shorter numbers are likelier to be part of a name. */
const FEWEST_DIGITS = 5;

/** Returns how the match values of handles begin that a searched text is the beginning of; undefined if it is no number or address. */
export function addressPrefix(searched: string): string | undefined {
  const text = searched.trim();
  if (ADDRESS.test(text)) return matchValue('email', text);
  const digits = text.replace(/\D/g, '').length;
  return NUMBER.test(text) && digits >= FEWEST_DIGITS ? matchValue('phone_number', text) : undefined;
}
