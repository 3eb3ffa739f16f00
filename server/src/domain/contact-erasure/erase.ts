import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { jobs } from '../../registry/jobs.ts';
import { emptyEventsAbout } from '../../registry/privacy.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { forgetValues } from '../audit/index.ts';
import { emptyRuns } from '../automations/index.ts';
import { emptyAudiences } from '../campaigns/index.ts';
import { emptyPayloadsWith } from '../channels/index.ts';
import { emptyChats } from '../chats/index.ts';
import { forgetLinesWith } from '../contact-imports/index.ts';
import { emptyContact, findIds } from '../contacts/index.ts';
import { emptyMessagesOf } from '../messages/index.ts';
import { deleteNotesOf } from '../notes/index.ts';
import { emptyRecipients, holdPlanned } from '../recipients/index.ts';
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
 * Erases a person. What names them goes at once, in this transaction; what they said, and traces of it elsewhere, is emptied by
 * a job that is there when the transaction is.
 */
export const eraseContact = (ctx: Ctx, contactId: string): Promise<Erasure> =>
  inTransaction(ctx, async (ctx) => {
    await holdPlanned(ctx, await findIds(ctx, contactId)); // before the contact, as whoever hands recipients over does
    const emptied = await emptyContact(ctx, contactId);
    const chats = await emptyChats(ctx, emptied.contactId);
    const chatIds = chats.map(({ id }) => id);
    await emptyRuns(ctx, emptied.contactId);
    await forgetValues(ctx, emptied.contactIds, chatIds);
    await deleteNotesOf(ctx, chatIds);
    await forgetLinesWith(ctx, emptied.terms);
    await emptyAudiences(ctx, emptied.contactIds, emptied.terms);
    await emptyRecipients(ctx, emptied.contactIds);
    const id = idFor(ctx);
    await insertErasure(ctx, { id, ...emptied, chatIds, channelIds: [...new Set(chats.map(({ channelId }) => channelId))] });
    await enqueue(ctx, jobs.eraseContact, { part: 'messages', afterId: FIRST_ID }, { id });
    return getErasure(ctx, id);
  });

export const getErasure = async (ctx: Ctx, id: string): Promise<Erasure> =>
  found(isId(id) ? await selectErasure(ctx, id) : undefined, 'contact_erasure_not_found');

/** Where the job is: which part, and after which row of it. */
export type ErasePlace = { part: 'messages' | 'callbacks' | 'events' | 'answers'; afterId: string };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const MOST_AT_ONCE = 500;
const LOOK_AGAIN_MS = 5_000;

type Next = { input: ErasePlace; at?: Date } | undefined;

/** One page of one part, in one transaction; what comes after it, or nothing when all is done. */
export async function eraseMore(ctx: Ctx, place: ErasePlace, id: string): Promise<Next> {
  const erasure = await lockErasure(ctx, id);
  if (!erasure) return undefined;
  switch (place.part) {
    case 'messages': {
      const { lastId, messages, files } = await emptyMessagesOf(ctx, erasure.chatIds, place.afterId, MOST_AT_ONCE);
      await countErased(ctx, id, { messages, files });
      return goOn(place, lastId, 'callbacks');
    }
    case 'callbacks':
      return eraseCallbacks(ctx, erasure, place);
    case 'events': {
      const { lastId, emptied } = await emptyEventsAbout(ctx, erasure, place.afterId, MOST_AT_ONCE);
      await countErased(ctx, id, { events: emptied });
      return goOn(place, lastId, 'answers');
    }
    case 'answers': {
      const lastId = await emptyAnswers(ctx, place.afterId, MOST_AT_ONCE);
      if (lastId === null) await endErasure(ctx, id);
      return lastId === null ? undefined : { input: { part: 'answers', afterId: lastId } };
    }
    default:
      return place.part satisfies never;
  }
}

/** A part is over when a page of it is empty; events come last, because the parts before them may cause some. */
const goOn = ({ part }: ErasePlace, lastId: string | null, then: ErasePlace['part']): Next => ({
  input: lastId === null ? { part: then, afterId: FIRST_ID } : { part, afterId: lastId },
});

/** A callback that waits to be read is waited for, and the page is looked at again. */
async function eraseCallbacks(ctx: Ctx, { id, channelIds, terms }: OpenErasure, place: ErasePlace): Promise<Next> {
  const { lastId, emptied, unread } = await emptyPayloadsWith(ctx, channelIds, terms, place.afterId, MOST_AT_ONCE);
  await countErased(ctx, id, { callbacks: emptied });
  if (unread > 0) return { input: place, at: new Date(ctx.clock.now().getTime() + LOOK_AGAIN_MS) };
  return goOn(place, lastId, 'events');
}
