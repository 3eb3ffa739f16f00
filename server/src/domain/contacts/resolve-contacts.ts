import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { type HandleType, matchValue } from './handle-match.ts';
import {
  insertMissingHandles,
  insertPeople,
  type KnownHandle,
  type Person,
  removePeople,
  selectKnownHandles,
  selectPeople,
} from './resolve-contacts.store.ts';

export type PersonAddress = { type: HandleType; value: string };

/** Somebody a provider names: the address the chat belongs to first, and other addresses of the same person. */
export type Named = { addresses: [PersonAddress, ...PersonAddress[]]; name: string | null };

/** Who it is: the contact, and the handle that stands for all its spellings. */
export type Recognised = { handle: { id: string; type: string; value: string }; contact: Person };

const keyOf = ({ type, value }: PersonAddress): string => `${type} ${matchValue(type, value)}`;

/**
 * Finds the contacts of these people, or makes them, all at once; `reachable` are the kinds of address their channel can reach. Somebody known by any of their addresses is known; the
 * other addresses become aliases, so that a number and a provider's user id lead to one contact and one chat.
 */
export async function resolveContacts(ctx: Ctx, people: Named[], reachable: readonly HandleType[]): Promise<Recognised[]> {
  const known = await knownHandles(ctx, people, reachable);
  await introduce(ctx, distinct(people.filter((person) => !findKnown(known, person))), known, reachable);
  await learnAliases(ctx, people, known);
  const contacts = await selectPeople(ctx, [...new Set([...known.values()].map((handle) => handle.contactId))]);
  return people.map((person) => {
    const handle = findKnown(known, person);
    const contact = handle && contacts.get(handle.contactId);
    if (!handle || !contact) throw new Error(`nobody is known as ${keyOf(person.addresses[0])}`);
    return { handle, contact };
  });
}

/** One entry per person, with every address under which the same callbacks name them. */
function distinct(people: Named[]): Named[] {
  const byAddress = new Map<string, Named>();
  for (const { addresses, name } of people) {
    const same = addresses.map((address) => byAddress.get(keyOf(address))).find((person) => person !== undefined);
    const person: Named = same ?? { addresses: [...addresses], name };
    if (same) same.addresses.push(...addresses.filter((address) => !byAddress.has(keyOf(address))));
    for (const address of addresses) byAddress.set(keyOf(address), person);
  }
  return [...new Set(byAddress.values())];
}

type Known = Map<string, KnownHandle>;

/** Keyed as addresses are matched, each leading to the handle it stands for. */
async function knownHandles(ctx: Ctx, people: Named[], reachable: readonly HandleType[]): Promise<Known> {
  const wanted = new Map(people.flatMap(({ addresses }) => addresses.map((address) => [keyOf(address), address])));
  const found = await selectKnownHandles(ctx, [...wanted.values()], reachable);
  return new Map(found.map((handle) => [`${handle.matchType} ${handle.matchValue}`, handle]));
}

const findKnown = (known: Known, { addresses }: Named): KnownHandle | undefined =>
  addresses.map((address) => known.get(keyOf(address))).find((handle) => handle !== undefined);

/** New contacts for people nobody knows. Whoever was introduced by somebody else in this moment is taken as they made them. */
async function introduce(ctx: Ctx, strangers: Named[], known: Known, reachable: readonly HandleType[]): Promise<void> {
  if (strangers.length === 0) return;
  const made = strangers.map((person) => ({ person, contactId: idFor(ctx), handleId: idFor(ctx) }));
  await insertPeople(
    ctx,
    made.map(({ person, contactId }) => ({ id: contactId, name: person.name })),
  );
  const first = made.map(({ person, contactId, handleId }) => ({
    ...person.addresses[0],
    id: handleId,
    contactId,
    aliasOf: null,
  }));
  const inserted = new Set(await insertMissingHandles(ctx, first));
  const late = made.filter(({ handleId }) => !inserted.has(handleId));
  if (late.length > 0) {
    await removePeople(
      ctx,
      late.map(({ contactId }) => contactId),
    );
    for (const [key, handle] of await knownHandles(ctx, strangers, reachable)) known.set(key, handle);
  }
  const introduced = made.filter(({ handleId }) => inserted.has(handleId));
  for (const { person, contactId, handleId } of introduced) {
    const [{ type, value }] = person.addresses;
    known.set(keyOf(person.addresses[0]), { id: handleId, type, value, contactId, matchType: type, matchValue: '' });
  }
  await publishMany(
    ctx,
    'contact.created',
    null,
    introduced.map(({ person, contactId }) => createdData(contactId, person)),
  );
}

const createdData = (id: string, { name, addresses: [{ type, value }] }: Named) => ({
  id,
  firstName: null,
  lastName: null,
  displayName: name ?? value,
  isSubscribed: true,
  phoneNumber: type === 'phone_number' ? value : null,
  email: type === 'email' ? value : null,
});

/** Addresses we did not know of people we do: they stand for the handle of the chat from now on. */
async function learnAliases(ctx: Ctx, people: Named[], known: Known): Promise<void> {
  const aliases = people.flatMap((person) => {
    const base = findKnown(known, person);
    return person.addresses
      .filter((address) => base && !known.has(keyOf(address)))
      .map((address) => ({ ...address, base: base as KnownHandle }));
  });
  const fresh = [...new Map(aliases.map((alias) => [keyOf(alias), alias])).values()];
  if (fresh.length === 0) return;
  const rows = fresh.map(({ type, value, base }) => ({
    id: idFor(ctx),
    type,
    value,
    contactId: base.contactId,
    aliasOf: base.id,
  }));
  await insertMissingHandles(ctx, rows);
  for (const alias of fresh) known.set(keyOf(alias), alias.base);
}

/** Another address of somebody we know; of somebody we do not know it says nothing. */
export async function learnAliasesOf(ctx: Ctx, pairs: { of: PersonAddress; alsoKnownAs: PersonAddress }[]): Promise<void> {
  for (const [type, group] of Map.groupBy(pairs, ({ of }) => of.type)) {
    const people = group.map(({ of, alsoKnownAs }): Named => ({ addresses: [of, alsoKnownAs], name: null }));
    const known = await knownHandles(ctx, people, [type]);
    const isKnown = ({ addresses }: Named) => known.has(keyOf(addresses[0]));
    await learnAliases(ctx, people.filter(isKnown), known);
  }
}
