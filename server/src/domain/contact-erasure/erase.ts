import { found } from '../../platform/errors.ts';
import { isId, NIL_ID } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { emptyEventsAbout } from '../../registry/events.store.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { eraseValues } from '../audit/index.ts';
import { emptyRuns } from '../automations/index.ts';
import { eraseSearches } from '../bulk-actions/index.ts';
import { eraseAudiences } from '../campaigns/index.ts';
import { emptyPayloadsWith } from '../channels/index.ts';
import { eraseChats } from '../chats/index.ts';
import { eraseRefusedLines } from '../contact-imports/index.ts';
import { emptyContact, findIds } from '../contacts/index.ts';
import { deleteDraftsOf } from '../drafts/index.ts';
import { eraseMessagesOf } from '../messages/index.ts';
import { deleteNotesOf } from '../notes/index.ts';
import { deleteRatingsOf } from '../ratings/index.ts';
import { eraseRecipients, lockPlanned } from '../recipients/index.ts';
import { emptyAnswers } from '../webhooks/index.ts';
import {
  countErased,
  type Erasure,
  endErasure,
  insertErasure,
  lockErasure,
  type OpenErasure,
  selectErasure,
} from './erasures.store.ts';

/**
 * Erases a contact. This transaction empties everything that identifies the contact, and enqueues the job that empties messages,
 * callbacks, events and responses page by page.
 */
export const eraseContact = (ctx: Ctx, contactId: string): Promise<Erasure> =>
  inTransaction(ctx, async (ctx) => {
    await lockPlanned(ctx, await findIds(ctx, contactId)); // before the contact: see the lock order
    const emptied = await emptyContact(ctx, contactId);
    const chats = await eraseChats(ctx, emptied.contactId);
    const chatIds = chats.map(({ id }) => id);
    await emptyRuns(ctx, emptied.contactId);
    await eraseValues(ctx, emptied.contactIds, chatIds);
    await deleteNotesOf(ctx, chatIds);
    await deleteDraftsOf(ctx, chatIds);
    await deleteRatingsOf(ctx, chatIds);
    await eraseRefusedLines(ctx, emptied.terms);
    await eraseSearches(ctx, emptied.terms);
    await eraseAudiences(ctx, emptied.contactIds, emptied.terms);
    await eraseRecipients(ctx, emptied.contactIds);
    const id = idFor(ctx);
    await insertErasure(ctx, { id, ...emptied, chatIds, channelIds: [...new Set(chats.map(({ channelId }) => channelId))] });
    await enqueue(ctx, jobs.eraseContact, { part: 'messages', afterId: NIL_ID }, { id });
    return getErasure(ctx, id);
  });

export const getErasure = async (ctx: Ctx, id: string): Promise<Erasure> =>
  found(isId(id) ? await selectErasure(ctx, id) : undefined, 'contact_erasure_not_found');

/** The progress of the job: the part, and the last row of it. */
export type ErasureStep = { part: 'messages' | 'callbacks' | 'events' | 'answers'; afterId: string };

const MOST_AT_ONCE = 500;
const LOOK_AGAIN_MS = 5_000;

type Next = { input: ErasureStep; at?: Date } | undefined;

/** Erases one page of one part in one transaction. Returns the next step, or undefined when the erasure is complete. */
export async function eraseMore(ctx: Ctx, step: ErasureStep, id: string): Promise<Next> {
  const erasure = await lockErasure(ctx, id);
  if (!erasure) return undefined;
  switch (step.part) {
    case 'messages': {
      const { lastId, messages, files } = await eraseMessagesOf(ctx, erasure.chatIds, step.afterId, MOST_AT_ONCE);
      await countErased(ctx, id, { messages, files });
      return stepAfter(step, lastId, 'callbacks');
    }
    case 'callbacks':
      return eraseCallbacks(ctx, erasure, step);
    case 'events': {
      const { lastId, emptied } = await emptyEventsAbout(ctx, erasure, step.afterId, MOST_AT_ONCE);
      await countErased(ctx, id, { events: emptied });
      return stepAfter(step, lastId, 'answers');
    }
    case 'answers': {
      const lastId = await emptyAnswers(ctx, step.afterId, MOST_AT_ONCE);
      if (lastId === null) await endErasure(ctx, id);
      return lastId === null ? undefined : { input: { part: 'answers', afterId: lastId } };
    }
    default:
      return step.part satisfies never;
  }
}

/** Returns the step after a page. A part ends with an empty page. Events come after the parts that publish events. */
const stepAfter = ({ part }: ErasureStep, lastId: string | null, then: ErasureStep['part']): Next => ({
  input: lastId === null ? { part: then, afterId: NIL_ID } : { part, afterId: lastId },
});

/** Empties callbacks. If one of the page is not processed yet, the same page is repeated later. */
async function eraseCallbacks(ctx: Ctx, { id, channelIds, terms }: OpenErasure, step: ErasureStep): Promise<Next> {
  const { lastId, emptied, unread } = await emptyPayloadsWith(ctx, channelIds, terms, step.afterId, MOST_AT_ONCE);
  await countErased(ctx, id, { callbacks: emptied });
  if (unread > 0) return { input: step, at: new Date(ctx.clock.now().getTime() + LOOK_AGAIN_MS) };
  return stepAfter(step, lastId, 'events');
}
