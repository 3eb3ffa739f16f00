import { z } from 'zod';
import type { InvalidParamKey } from '../../platform/errors.ts';
import { isPhoneNumber } from '../../platform/phone-number.ts';
import { type Attribute, fromText, misfit, type Shape } from '../attributes/index.ts';

/** A contact as a list contains it: all values are text, null is unknown. */
export type WantedContact = {
  firstName: string | null;
  lastName: string | null;
  phoneNumber: string | null;
  email: string | null;
  attributes: { externalId: string; value: string }[];
  labels: string[];
};

/** Why a contact was refused: the path of the field, and the reason. */
export type ContactFault = { path: string; key: InvalidParamKey; message: string };

const LONGEST_NAME = 256;
const LONGEST_LABEL = 100;

/** Returns the faults that need no database query. */
export function shapeFaults(wanted: WantedContact): ContactFault[] {
  const faults: ContactFault[] = [];
  const refuse = (path: string, key: InvalidParamKey, message: string) => faults.push({ path, key, message });
  const { phoneNumber, email } = wanted;
  if (phoneNumber === null && email === null)
    refuse('phoneNumber', 'required', 'A contact needs a phone number or an email address');
  if (phoneNumber !== null && !isPhoneNumber(phoneNumber))
    refuse('phoneNumber', 'invalid_string', 'This is no phone number with its country code, such as +4915112345678');
  if (email !== null && !isEmail(email)) refuse('email', 'invalid_string', 'This is no email address such as ada@example.com');
  for (const field of ['firstName', 'lastName'] as const)
    if ((wanted[field]?.length ?? 0) > LONGEST_NAME) refuse(field, 'too_big', `A name has at most ${LONGEST_NAME} characters`);
  for (const [i, name] of wanted.labels.entries())
    if (name.length > LONGEST_LABEL)
      refuse(`labels.${i}.name`, 'too_big', `The name of a label has at most ${LONGEST_LABEL} characters`);
  return faults;
}

const isEmail = (value: string): boolean => value.length <= 254 && z.email().safeParse(value).success;

/** The type of an attribute that does not exist yet. */
const PLAIN: Shape = { type: 'text', options: [] };

/** Returns the attribute values that do not have the type of their attribute. */
export function valueFaults(wanted: WantedContact, known: Map<string, Attribute>): ContactFault[] {
  return wanted.attributes.flatMap(({ externalId, value }, i) => {
    const attribute = known.get(externalId) ?? PLAIN;
    const wrong = misfit(attribute, fromText(attribute.type, value));
    return wrong ? [{ path: `attributes.${i}.value`, key: 'invalid_type' as const, message: wrong }] : [];
  });
}
