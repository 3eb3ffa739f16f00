import { type Attribute, fromText } from '../attributes/index.ts';
import { type HandleType, matchValue } from './handle-match.ts';
import type { WantedContact } from './upsert-check.ts';

export type Address = { type: HandleType; value: string };

/** One contact, whether it is known or about to be made, with everything the list says of it. */
export type Gathered = {
  id: string;
  isNew: boolean;
  firstName: string | null;
  lastName: string | null;
  newAddresses: Address[];
  attributes: Map<string, unknown>;
  labelIds: Set<string>;
};

/** A line of a list: whom it means, and which of its addresses belong to somebody else. */
export type Line = { person: Gathered; foreign: ForeignField[] };
export type ForeignField = 'phoneNumber' | 'email';

export const addressKey = ({ type, value }: Address): string => `${type} ${matchValue(type, value)}`;

export function addressesOf({ phoneNumber, email }: WantedContact): Address[] {
  const phone: Address[] = phoneNumber === null ? [] : [{ type: 'phone_number', value: phoneNumber }];
  return email === null ? phone : [...phone, { type: 'email', value: email }];
}

export type Known = { contacts: Map<string, string>; attributes: Map<string, Attribute>; labels: Map<string, string> };

/**
 * Who is meant by each line of a list, as if they were taken one after the other: whoever has the phone number, else whoever
 * has the email address, else somebody new. An address that is somebody else's stays theirs; of two values the later counts.
 */
export function gatherPeople(wanted: WantedContact[], known: Known, newId: () => string): Line[] {
  const ids = new Map(known.contacts);
  const people = new Map<string, Gathered>();
  return wanted.map((one) => {
    const addresses = addressesOf(one);
    const knownId = addresses.map((address) => ids.get(addressKey(address))).find((id) => id !== undefined);
    const id = knownId ?? newId();
    const person = people.get(id) ?? nobody(id, knownId === undefined);
    people.set(id, person);
    const foreign: ForeignField[] = [];
    for (const address of addresses) {
      const owner = ids.get(addressKey(address));
      if (owner !== undefined && owner !== id) foreign.push(address.type === 'email' ? 'email' : 'phoneNumber');
      if (owner !== undefined) continue;
      ids.set(addressKey(address), id);
      person.newAddresses.push(address);
    }
    learn(person, one, known);
    return { person, foreign };
  });
}

const nobody = (id: string, isNew: boolean): Gathered => ({
  id,
  isNew,
  firstName: null,
  lastName: null,
  newAddresses: [],
  attributes: new Map(),
  labelIds: new Set(),
});

function learn(person: Gathered, wanted: WantedContact, { attributes, labels }: Known): void {
  person.firstName = wanted.firstName ?? person.firstName;
  person.lastName = wanted.lastName ?? person.lastName;
  for (const { externalId, value } of wanted.attributes) {
    const attribute = attributes.get(externalId);
    if (attribute) person.attributes.set(attribute.id, fromText(attribute.type, value));
  }
  for (const name of wanted.labels) {
    const labelId = labels.get(name);
    if (labelId) person.labelIds.add(labelId);
  }
}
