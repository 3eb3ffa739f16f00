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

/**
 * Providers and people disagree about one digit in three countries: Brazil's ninth digit of mobile numbers,
 * Argentina's 9 and Mexico's 1 after the country code.
 */
function phoneMatch(value: string): string {
  const digits = value.replace(/[^0-9]/g, '').replace(/^00/, '');
  const brazil = /^55(\d\d)([6-9]\d{7})$/.exec(digits);
  if (brazil) return `55${brazil[1]}9${brazil[2]}`;
  const argentina = /^549(\d{10})$/.exec(digits);
  if (argentina) return `54${argentina[1]}`;
  const mexico = /^521(\d{10})$/.exec(digits);
  if (mexico) return `52${mexico[1]}`;
  return digits;
}
