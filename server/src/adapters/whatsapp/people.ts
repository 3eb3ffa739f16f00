import type { Address, Inbound } from '../../domain/messages/index.ts';
import { Contact, type Message, type Value } from './shapes.ts';

/** A phone number as people write it, or a user id that stands for a number which the business may not see. */
export function addressOf(id: string | undefined): Address | undefined {
  if (id === undefined) return undefined;
  const digits = /^\+?(\d{5,20})$/.exec(id)?.[1];
  if (digits) return { type: 'phone_number', value: `+${digits}` };
  return userIdOf(/^[A-Z]{2}\./.test(id) ? id : undefined);
}

export const userIdOf = (id: string | undefined): Address | undefined =>
  id !== undefined && /^\S{1,200}$/.test(id) ? { type: 'whatsapp_user_id', value: id } : undefined;

/** The first is the one to answer; several are the same person. */
export function addressesOf(...addresses: (Address | undefined)[]): Address[] {
  const known = new Map(addresses.flatMap((one) => (one ? [[`${one.type} ${one.value}`, one] as const] : [])));
  return [...known.values()];
}

/** Who wrote a message: a number comes first, because other channels know people by it too. */
/** The ids by which a message or a call names whom it is from. */
type From = Partial<Pick<Message, 'from' | 'from_user_id' | 'from_parent_user_id'>>;

export function senderOf(message: From, contact: Contact | undefined): Address[] {
  return addressesOf(
    addressOf(message.from ?? contact?.wa_id),
    userIdOf(message.from_user_id ?? contact?.user_id),
    userIdOf(message.from_parent_user_id ?? contact?.parent_user_id),
  );
}

/** Two names of one person, told once. */
export const aliases = ([first, ...others]: Address[]): Inbound[] =>
  first ? others.map((alsoKnownAs) => ({ kind: 'address', of: first, alsoKnownAs })) : [];

/** Finds who a message is from among the contacts that came with it, by whichever id both have. */
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
 * A number that moved to another, or a user id that was replaced. The message names the old one and `system` the new one.
 */
export function movedTo({ from, from_user_id, system = {} }: Message): Inbound[] {
  const old = addressesOf(userIdOf(system.previous_user_id), addressOf(from), userIdOf(from_user_id))[0];
  const now = addressesOf(addressOf(system.wa_id ?? system.new_wa_id), userIdOf(system.user_id));
  return old ? aliases(addressesOf(old, ...now)) : [];
}
