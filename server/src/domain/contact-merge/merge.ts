import { publish } from '../../registry/publish.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { moveRuns } from '../automations/index.ts';
import { moveChats } from '../chats/index.ts';
import { type Contact, findPair, getContact, holdPair, type Pair, retire, takeOver } from '../contacts/index.ts';
import { cancelSends, holdSends } from '../messages/index.ts';
import { holdMerged, holdPlanned, queuedFor, recordMerged } from '../recipients/index.ts';

/**
 * Two contacts become one: the base. Everything of the other moves, and its id answers with the base from then on. Merging them
 * once more changes nothing.
 */
export const mergeContacts = (ctx: Ctx, contactId: string, otherContactId: string): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const pair = await findPair(ctx, contactId, otherContactId);
    await holdPlanned(ctx, pair.contactIds); // before the contacts, as whoever hands recipients over does
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

/** No run writes to the two of them. What is on its way is held before its recipient is, as whoever records a send does. */
async function settleCampaigns(ctx: Ctx, pair: Pair): Promise<void> {
  await holdSends(ctx, await queuedFor(ctx, pair.contactIds));
  const settlement = await holdMerged(ctx, pair);
  const takenBack = await cancelSends(
    ctx,
    settlement.cancel.flatMap(({ messageId }) => messageId ?? []),
  );
  await recordMerged(ctx, pair, settlement, takenBack);
}
