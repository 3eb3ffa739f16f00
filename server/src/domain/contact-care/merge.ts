import { publish } from '../../catalogue/publish.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { moveRuns } from '../automations/index.ts';
import { moveChats } from '../chats/index.ts';
import { type Contact, getContact, holdPair, retire, takeOver } from '../contacts/index.ts';

/**
 * Two contacts become one: the base. Everything of the other moves, and its id answers with the base from then on. Merging them
 * once more changes nothing.
 */
export const mergeContacts = (ctx: Ctx, contactId: string, otherContactId: string): Promise<Contact> =>
  inTransaction(ctx, async (ctx) => {
    const pair = await holdPair(ctx, contactId, otherContactId);
    if (!pair) return getContact(ctx, contactId);
    const { baseId, otherId } = pair;
    await takeOver(ctx, pair);
    await moveChats(ctx, otherId, baseId);
    await moveRuns(ctx, otherId, baseId);
    await retire(ctx, pair);
    await publish(ctx, 'contact.merged', null, { id: baseId, mergedId: otherId });
    return getContact(ctx, baseId);
  });
