import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { lockContactIdentities } from '../../storage/locks.ts';
import { emptyEvidence, withdrawAll } from '../consents/index.ts';
import { lockContact } from './contacts.store.ts';
import { type Address, emptyContactRow, emptyHandles } from './erase.store.ts';
import { selectBaseId, selectMergedIds } from './merge.store.ts';

/** The erased contact: all its ids, and the texts that find its traces in callbacks. */
export type Emptied = { contactId: string; contactIds: string[]; terms: string[] };

/** Returns every id that a contact has had. No contact of the tenant is merged, erased or planned until the transaction ends. */
export async function findIds(ctx: Ctx, id: string): Promise<string[]> {
  if (!isId(id)) throw new Failure('contact_not_found');
  await lockContactIdentities(ctx);
  const contactId = (await selectBaseId(ctx, id)) ?? id.toLowerCase();
  return [contactId, ...(await selectMergedIds(ctx, contactId))];
}

/** Empties a contact. Its addresses no longer find it: the next message from them creates a new contact. */
export async function emptyContact(ctx: Ctx, id: string): Promise<Emptied> {
  const contactId = found(isId(id) ? await lockContact(ctx, id) : undefined, 'contact_not_found');
  const addresses = await emptyHandles(ctx, contactId);
  await emptyEvidence(ctx, contactId);
  await withdrawAll(ctx, contactId);
  await emptyContactRow(ctx, contactId);
  await publish(ctx, 'contact.deleted', null, { id: contactId });
  return { contactId, contactIds: [contactId, ...(await selectMergedIds(ctx, contactId))], terms: termsOf(addresses) };
}

/** Shorter texts also occur in data of other contacts. */
const SHORTEST_TERM = 5;

/**
 * Returns the texts that identify a contact in callbacks: phone numbers as stored, as digits and as match value; other addresses
 * whole.
 */
export function termsOf(addresses: Address[]): string[] {
  const texts = addresses.flatMap(({ type, value, matchValue }) => {
    if (type === 'phone_number') return [value, value.replace(/\D/g, ''), matchValue];
    return type === 'external' ? [] : [value.trim(), matchValue];
  });
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST_TERM);
}
