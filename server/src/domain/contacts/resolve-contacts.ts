import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { type HandleType, matchValue } from './handle-match.ts';
import {
  type ContactSummary,
  deleteContacts,
  insertContacts,
  insertMissingHandles,
  type KnownHandle,
  selectContactSummaries,
  selectKnownHandles,
} from './resolve-contacts.store.ts';

export type Address = { type: HandleType; value: string };

/** A contact as a callback names it. The first address is the one that the chat belongs to. */
export type Named = { addresses: [Address, ...Address[]]; name: string | null };

/** The contact, and the handle that all aliases refer to. */
export type ResolvedContact = { handle: { id: string; type: string; value: string }; contact: ContactSummary };

const keyOf = ({ type, value }: Address): string => `${type} ${matchValue(type, value)}`;

/**
 * Returns the contacts of these addresses and creates the missing ones. `reachable` are the address types that the channel can
 * send to. One known address identifies a contact; its other addresses become aliases, so that a phone number and a user id of
 * the provider lead to one contact and one chat.
 */
export async function resolveContacts(ctx: Ctx, named: Named[], reachable: readonly HandleType[]): Promise<ResolvedContact[]> {
  const known = await knownHandles(ctx, named, reachable);
  await createMissing(ctx, distinct(named.filter((one) => !findKnown(known, one))), known, reachable);
  await saveAliases(ctx, named, known);
  const contacts = await selectContactSummaries(ctx, [...new Set([...known.values()].map((handle) => handle.contactId))]);
  return named.map((one) => {
    const handle = findKnown(known, one);
    const contact = handle && contacts.get(handle.contactId);
    if (!handle || !contact) throw new Error(`no contact for the address ${keyOf(one.addresses[0])}`);
    return { handle, contact };
  });
}

/** Returns one entry per contact, with all addresses that the callbacks contain. */
function distinct(named: Named[]): Named[] {
  const byAddress = new Map<string, Named>();
  for (const { addresses, name } of named) {
    const same = addresses.map((address) => byAddress.get(keyOf(address))).find((one) => one !== undefined);
    const one: Named = same ?? { addresses: [...addresses], name };
    if (same) same.addresses.push(...addresses.filter((address) => !byAddress.has(keyOf(address))));
    for (const address of addresses) byAddress.set(keyOf(address), one);
  }
  return [...new Set(byAddress.values())];
}

type Known = Map<string, KnownHandle>;

/** Returns the known handles by match key. An alias leads to the handle it refers to. */
async function knownHandles(ctx: Ctx, named: Named[], reachable: readonly HandleType[]): Promise<Known> {
  const wanted = new Map(named.flatMap(({ addresses }) => addresses.map((address) => [keyOf(address), address])));
  const found = await selectKnownHandles(ctx, [...wanted.values()], reachable);
  return new Map(found.map((handle) => [`${handle.matchType} ${handle.matchValue}`, handle]));
}

const findKnown = (known: Known, { addresses }: Named): KnownHandle | undefined =>
  addresses.map((address) => known.get(keyOf(address))).find((handle) => handle !== undefined);

/** Creates the contacts that do not exist. If another transaction created one at the same time, that one is used. */
async function createMissing(ctx: Ctx, missing: Named[], known: Known, reachable: readonly HandleType[]): Promise<void> {
  if (missing.length === 0) return;
  const made = missing.map((one) => ({ one, contactId: idFor(ctx), handleId: idFor(ctx) }));
  await insertContacts(
    ctx,
    made.map(({ one, contactId }) => ({ id: contactId, name: one.name })),
  );
  const first = made.map(({ one, contactId, handleId }) => ({
    ...one.addresses[0],
    id: handleId,
    contactId,
    aliasOf: null,
  }));
  const inserted = new Set(await insertMissingHandles(ctx, first));
  const late = made.filter(({ handleId }) => !inserted.has(handleId));
  if (late.length > 0) {
    await deleteContacts(
      ctx,
      late.map(({ contactId }) => contactId),
    );
    for (const [key, handle] of await knownHandles(ctx, missing, reachable)) known.set(key, handle);
  }
  const created = made.filter(({ handleId }) => inserted.has(handleId));
  for (const { one, contactId, handleId } of created) {
    const [{ type, value }] = one.addresses;
    known.set(keyOf(one.addresses[0]), { id: handleId, type, value, contactId, matchType: type, matchValue: '' });
  }
  await publishMany(
    ctx,
    'contact.created',
    null,
    created.map(({ one, contactId }) => createdData(contactId, one)),
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

/** Saves new addresses of known contacts as aliases of the handle of the chat. */
async function saveAliases(ctx: Ctx, named: Named[], known: Known): Promise<void> {
  const aliases = named.flatMap((one) => {
    const base = findKnown(known, one);
    return one.addresses
      .filter((address) => base && !known.has(keyOf(address)))
      .map((address) => ({ ...address, base: base as KnownHandle }));
  });
  const newAliases = [...new Map(aliases.map((alias) => [keyOf(alias), alias])).values()];
  if (newAliases.length === 0) return;
  const rows = newAliases.map(({ type, value, base }) => ({
    id: idFor(ctx),
    type,
    value,
    contactId: base.contactId,
    aliasOf: base.id,
  }));
  await insertMissingHandles(ctx, rows);
  for (const alias of newAliases) known.set(keyOf(alias), alias.base);
}

/** Saves another address of a known handle. Ignores unknown handles. */
export async function saveAliasesOf(ctx: Ctx, pairs: { of: Address; alsoKnownAs: Address }[]): Promise<void> {
  for (const [type, group] of Map.groupBy(pairs, ({ of }) => of.type)) {
    const named = group.map(({ of, alsoKnownAs }): Named => ({ addresses: [of, alsoKnownAs], name: null }));
    const known = await knownHandles(ctx, named, [type]);
    const isKnown = ({ addresses }: Named) => known.has(keyOf(addresses[0]));
    await saveAliases(ctx, named.filter(isKnown), known);
  }
}
