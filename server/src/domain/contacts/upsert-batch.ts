import { type Attribute, fromText } from '../attributes/index.ts';
import { type HandleType, matchValue } from './handle-match.ts';
import type { WantedContact } from './upsert-check.ts';

export type Address = { type: HandleType; value: string };

/** A known or new contact, with everything that the lines of the batch say about it. */
export type ContactUpsert = {
  id: string;
  isNew: boolean;
  firstName: string | null;
  lastName: string | null;
  newAddresses: Address[];
  attributes: Map<string, unknown>;
  labelIds: Set<string>;
};

/** A line of the batch: its contact, and its fields with addresses of other contacts. */
export type Line = { contact: ContactUpsert; foreign: ForeignField[] };
export type ForeignField = 'phoneNumber' | 'email';

export const addressKey = ({ type, value }: Address): string => `${type} ${matchValue(type, value)}`;

export function addressesOf({ phoneNumber, email }: WantedContact): Address[] {
  const phone: Address[] = phoneNumber === null ? [] : [{ type: 'phone_number', value: phoneNumber }];
  return email === null ? phone : [...phone, { type: 'email', value: email }];
}

export type Known = { contacts: Map<string, string>; attributes: Map<string, Attribute>; labels: Map<string, string> };

/**
 * Returns the contact of each line, as if the lines were processed one after the other: the owner of the phone number, else the
 * owner of the email address, else a new contact. An address of another contact stays there. Later lines overwrite earlier
 * values.
 */
export function groupByContact(wanted: WantedContact[], known: Known, newId: () => string): Line[] {
  const ids = new Map(known.contacts);
  const contacts = new Map<string, ContactUpsert>();
  return wanted.map((one) => {
    const addresses = addressesOf(one);
    const knownId = addresses.map((address) => ids.get(addressKey(address))).find((id) => id !== undefined);
    const id = knownId ?? newId();
    const contact = contacts.get(id) ?? newUpsert(id, knownId === undefined);
    contacts.set(id, contact);
    const foreign: ForeignField[] = [];
    for (const address of addresses) {
      const owner = ids.get(addressKey(address));
      if (owner !== undefined && owner !== id) foreign.push(address.type === 'email' ? 'email' : 'phoneNumber');
      if (owner !== undefined) continue;
      ids.set(addressKey(address), id);
      contact.newAddresses.push(address);
    }
    applyLine(contact, one, known);
    return { contact, foreign };
  });
}

const newUpsert = (id: string, isNew: boolean): ContactUpsert => ({
  id,
  isNew,
  firstName: null,
  lastName: null,
  newAddresses: [],
  attributes: new Map(),
  labelIds: new Set(),
});

function applyLine(contact: ContactUpsert, wanted: WantedContact, { attributes, labels }: Known): void {
  contact.firstName = wanted.firstName ?? contact.firstName;
  contact.lastName = wanted.lastName ?? contact.lastName;
  for (const { externalId, value } of wanted.attributes) {
    const attribute = attributes.get(externalId);
    if (attribute) contact.attributes.set(attribute.id, fromText(attribute.type, value));
  }
  for (const name of wanted.labels) {
    const labelId = labels.get(name);
    if (labelId) contact.labelIds.add(labelId);
  }
}
