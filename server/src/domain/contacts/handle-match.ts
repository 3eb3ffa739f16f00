import { phoneMatch } from '../../platform/phone-number.ts';

export type HandleType = 'phone_number' | 'email' | 'instagram_id' | 'whatsapp_user_id' | 'external';

/**
 * One spelling for all the ways the same address is written, used only to find a contact. What was given is what is
 * stored and dialled: rewriting a number on the way in has cost other systems the real one.
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
