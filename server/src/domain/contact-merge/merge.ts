import { publish } from '../../registry/publish.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { moveRuns } from '../automations/index.ts';
import { moveChats } from '../chats/index.ts';
import { type Contact, findPair, getContact, holdPair, type Pair, retire, takeOver } from '../contacts/index.ts';
import { cancelSends, lockSendsOf } from '../messages/index.ts';
import { lockMerged, lockPlanned, queuedMessagesOf, recordMerged } from '../recipients/index.ts';

/**
 * Merges two contacts. Everything of the other one moves to the base, and its id refers to the base. A repeated merge changes
 * nothing.
 */
export const mergeContacts = (ctx: Ctx, contactId: string, otherContactId: string): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const pair = await findPair(ctx, contactId, otherContactId);
    await lockPlanned(ctx, pair.contactIds); // lock order: recipient, contact
    if (!(await holdPair(ctx, pair, contactId, otherContactId))) return getContact(ctx, contactId);
    const { baseId, otherId } = pair;
    await takeOver(ctx, pair);
    await moveChats(ctx, otherId, baseId);
    await moveRuns(ctx, otherId, baseId);
    await settleCampaigns(ctx, pair);
    await retire(ctx, pair);
    await publish(ctx, 'contact.merged', null, { id: baseId, mergedId: otherId });
    return getContact(ctx, baseId);
  });

/** Leaves one open recipient per run. Locks queued messages before their recipients, as recordSends does. */
async function settleCampaigns(ctx: Ctx, pair: Pair): Promise<void> {
  await lockSendsOf(ctx, await queuedMessagesOf(ctx, pair.contactIds));
  const settlement = await lockMerged(ctx, pair);
  const cancelled = await cancelSends(
    ctx,
    settlement.cancel.flatMap(({ messageId }) => messageId ?? []),
  );
  await recordMerged(ctx, pair, settlement, cancelled);
}
