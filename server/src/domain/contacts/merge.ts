import { Failure, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { answerFor, copyLabelsAndAttributes, fillFields, lockBoth, moveHandles, selectBaseId, takeTurn } from './merge.store.ts';

/** Two contacts that become one: both are held until the transaction ends. */
export type Pair = { baseId: string; otherId: string };

/**
 * Holds both, under the ids they have now. Nothing when they are one contact already: then it is done. A tenant's merges go one
 * after the other, so nobody becomes somebody else in between, and of merges that cross none waits for the other in vain.
 */
export async function holdPair(ctx: Ctx, contactId: string, otherContactId: string): Promise<Pair | undefined> {
  const [given, other] = [contactId.toLowerCase(), otherContactId.toLowerCase()];
  if (!isId(given) || !isId(other)) throw new Failure('contact_not_found');
  await takeTurn(ctx);
  const baseId = (await selectBaseId(ctx, given)) ?? given;
  const otherId = (await selectBaseId(ctx, other)) ?? other;
  const held = await lockBoth(ctx, [baseId, otherId]);
  if (!held.has(baseId) || !held.has(otherId)) throw new Failure('contact_not_found');
  if (given === other) throw invalidParam('contactId', 'custom', 'A contact cannot be merged with itself');
  return baseId === otherId ? undefined : { baseId, otherId };
}

/** What the contact itself has goes over: names, handles, labels and attribute values. */
export async function takeOver(ctx: Ctx, { baseId, otherId }: Pair): Promise<void> {
  await fillFields(ctx, baseId, otherId);
  await moveHandles(ctx, baseId, otherId);
  await copyLabelsAndAttributes(ctx, baseId, otherId);
}

/** The other is no contact any more. Whatever still hung on it goes with it, so everybody else has moved theirs before. */
export const retire = (ctx: Ctx, { baseId, otherId }: Pair): Promise<void> => answerFor(ctx, baseId, otherId);
