import { addressKey } from '../ids.ts';
import type { Knobs } from '../knobs/knobs.ts';

/** Returns the wa_id of a number. It can differ from the number as written. */
export function waIdOf(knobs: Pick<Knobs, 'waIdAlias' | 'brazilNinthDigit'>, number: string): string {
  const digits = addressKey(number);
  const alias = Object.entries(knobs.waIdAlias).find(([input]) => addressKey(input) === digits)?.[1];
  if (alias) return addressKey(alias);
  const brazil = knobs.brazilNinthDigit ? /^(55\d\d)9(\d{8})$/.exec(digits) : null;
  return brazil ? `${brazil[1]}${brazil[2]}` : digits;
}

/** A business-scoped user id: country, full stop, letters and digits. */
export const isUserId = (address: string) => /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]+$/.test(address);
