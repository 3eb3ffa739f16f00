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
