import { Failure, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { lockContactIdentities } from '../../storage/locks.ts';
import {
  answerFor,
  copyLabelsAndAttributes,
  fillFields,
  lockBoth,
  moveHandles,
  selectBaseId,
  selectMergedIds,
} from './merge.store.ts';
import { hasBareStop, refreshSubscribed } from './subscription.store.ts';
import { stateEverywhere } from './subscription.ts';

/** Two contacts to merge, and all ids that were merged into either of them. */
export type Pair = { baseId: string; otherId: string; contactIds: string[] };

/** Returns the ids that two contacts have now. No contact of the tenant is merged or erased until the transaction ends. */
export async function findPair(ctx: Ctx, contactId: string, otherContactId: string): Promise<Pair> {
  const [given, other] = [contactId.toLowerCase(), otherContactId.toLowerCase()];
  if (!isId(given) || !isId(other)) throw new Failure('contact_not_found');
  await lockContactIdentities(ctx);
  const baseId = (await selectBaseId(ctx, given)) ?? given;
  const otherId = (await selectBaseId(ctx, other)) ?? other;
  const earlier = [...(await selectMergedIds(ctx, baseId)), ...(await selectMergedIds(ctx, otherId))];
  return { baseId, otherId, contactIds: [...new Set([baseId, otherId, ...earlier])] };
}

/** Locks both contacts until the transaction ends. Returns false if they are already one contact. */
export async function holdPair(ctx: Ctx, { baseId, otherId }: Pair, contactId: string, otherContactId: string): Promise<boolean> {
  const held = await lockBoth(ctx, [baseId, otherId]);
  if (!held.has(baseId) || !held.has(otherId)) throw new Failure('contact_not_found');
  if (contactId.toLowerCase() === otherContactId.toLowerCase())
    throw invalidParam('contactId', 'custom', 'A contact cannot be merged with itself');
  return baseId !== otherId;
}

/**
 * Moves names, handles with their consents, labels and attribute values to the base. Whoever unsubscribed before there was an address stays
 * unsubscribed: the stop is then stated at the addresses of the other contact.
 */
export async function takeOver(ctx: Ctx, { baseId, otherId }: Pair): Promise<void> {
  const isStopped = await hasBareStop(ctx, [baseId, otherId]);
  await fillFields(ctx, baseId, otherId);
  await moveHandles(ctx, baseId, otherId);
  if (isStopped) await stateEverywhere(ctx, baseId, false, 'inherited');
  else await refreshSubscribed(ctx, [baseId]);
  await copyLabelsAndAttributes(ctx, baseId, otherId);
}

/** Deletes the other contact with everything that still refers to it. Callers move their rows before. */
export const retire = (ctx: Ctx, { baseId, otherId }: Pair): Promise<void> => answerFor(ctx, baseId, otherId);
