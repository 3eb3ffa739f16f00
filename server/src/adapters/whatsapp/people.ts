import type { Address, Inbound } from '../../domain/messages/index.ts';
import { Contact, type Message, type Value } from './shapes.ts';

/** Returns a phone number with its +, or a user id for a contact whose number is hidden. */
export function addressOf(id: string | undefined): Address | undefined {
  if (id === undefined) return undefined;
  const digits = /^\+?(\d{5,20})$/.exec(id)?.[1];
  if (digits) return { type: 'phone_number', value: `+${digits}` };
  return userIdOf(/^[A-Z]{2}\./.test(id) ? id : undefined);
}

export const userIdOf = (id: string | undefined): Address | undefined =>
  id !== undefined && /^\S{1,200}$/.test(id) ? { type: 'whatsapp_user_id', value: id } : undefined;

/** The addresses of one person. The first is used for answers. */
export function addressesOf(...addresses: (Address | undefined)[]): Address[] {
  const known = new Map(addresses.flatMap((one) => (one ? [[`${one.type} ${one.value}`, one] as const] : [])));
  return [...known.values()];
}

/** The ids of the sender of a message or a call. The number comes first: other channels use it, too. */
type From = Partial<Pick<Message, 'from' | 'from_user_id' | 'from_parent_user_id'>>;

export function senderOf(message: From, contact: Contact | undefined): Address[] {
  return addressesOf(
    addressOf(message.from ?? contact?.wa_id),
    userIdOf(message.from_user_id ?? contact?.user_id),
    userIdOf(message.from_parent_user_id ?? contact?.parent_user_id),
  );
}

/** Reports two addresses of one person. */
export const aliases = ([first, ...others]: Address[]): Inbound[] =>
  first ? others.map((alsoKnownAs) => ({ kind: 'address', of: first, alsoKnownAs })) : [];

/** Finds the sender of a message among the contacts of the callback, by an id that both have. */
export function contactsOf({ contacts = [] }: Value): (message: From) => Contact | undefined {
  const all = contacts.flatMap((contact) => Contact.safeParse(contact).data ?? []);
  const byId = new Map(all.flatMap((contact) => idsOf(contact).map((id) => [id, contact] as const)));
  return ({ from, from_user_id, from_parent_user_id }) => {
    const ids = [from, from_user_id, from_parent_user_id].filter((id) => id !== undefined);
    if (ids.length === 0) return all.length === 1 ? all[0] : undefined;
    return ids.map((id) => byId.get(id)).find((contact) => contact !== undefined);
  };
}

const idsOf = ({ wa_id, user_id, parent_user_id }: Contact): string[] =>
  [wa_id, user_id, parent_user_id].filter((id) => id !== undefined);

/**
 * Reports a changed number or user id. The message has the old one and `system` the new one.
 */
export function movedTo({ from, from_user_id, system = {} }: Message): Inbound[] {
  const old = addressesOf(userIdOf(system.previous_user_id), addressOf(from), userIdOf(from_user_id))[0];
  const now = addressesOf(addressOf(system.wa_id ?? system.new_wa_id), userIdOf(system.user_id));
  return old ? aliases(addressesOf(old, ...now)) : [];
}
