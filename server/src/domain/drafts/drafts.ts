import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { publishLive } from '../../registry/live-events.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, toDeleteResult } from '../../storage/deletion.ts';
import { lockQuota } from '../../storage/locks.ts';
import { requireFiles } from '../files/index.ts';
import { countDrafts, deleteDraftRow, insertDraft, selectDraft, updateDraft } from './drafts.store.ts';

export type DraftContent = { mode: 'reply' | 'note'; text: string; fileIds: string[] };

/** What a user has begun to write in a chat, as a reply or as a note. */
export type Draft = DraftContent & { chatId: string; updatedAt: Date };

/** The most drafts of one user. */
const MOST_DRAFTS = 500;

/** Returns the user's draft in a chat, or null. */
export async function getDraft(ctx: Ctx, userId: string, chatId: string): Promise<Draft | null> {
  const draft = isId(chatId) ? await selectDraft(ctx, userId, chatId) : undefined;
  if (draft === undefined) throw new Failure('chat_not_found');
  return draft;
}

/** Replaces the user's draft in a chat. */
export const saveDraft = (ctx: Ctx, userId: string, chatId: string, content: DraftContent): Promise<Draft> =>
  inTransaction(ctx, async (ctx) => {
    if (!isId(chatId)) throw new Failure('chat_not_found');
    const checked = { ...content, fileIds: await requireFiles(ctx, content.fileIds) };
    const draft = (await updateDraft(ctx, userId, chatId, checked)) ?? (await startDraft(ctx, userId, chatId, checked));
    const { chatId: id, updatedAt } = draft;
    publishLive(ctx, 'draft.updated', draftData(id, userId, updatedAt, false), { onlyFor: userId });
    return draft;
  });

/** Inserts a draft, unless the user then has too many. The lock makes concurrent inserts of a user count one after the other. */
async function startDraft(ctx: Ctx, userId: string, chatId: string, content: DraftContent): Promise<Draft> {
  await lockQuota(ctx, `drafts ${userId}`);
  const draft = found(await insertDraft(ctx, userId, chatId, content), 'chat_not_found');
  if ((await countDrafts(ctx, userId)) <= MOST_DRAFTS) return draft;
  const message = `Quota exceeded: a person has room for ${MOST_DRAFTS} drafts; delete some first`;
  throw new Failure('quota_exceeded', { message });
}

/** Deletes the user's draft in a chat. The result names the chat. */
export const deleteDraft = (ctx: Ctx, userId: string, chatId: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const isDeleted = isId(chatId) && (await deleteDraftRow(ctx, userId, chatId));
    if (isDeleted)
      publishLive(ctx, 'draft.updated', draftData(chatId.toLowerCase(), userId, ctx.clock.now(), true), { onlyFor: userId });
    return toDeleteResult([chatId], isDeleted ? [chatId] : []);
  });

/** The event has no text: the feed carries only what tells other browsers of the person to read the draft again. */
const draftData = (chatId: string, userId: string, at: Date, isDeleted: boolean) => ({
  chatId,
  userId,
  isDeleted,
  updatedAt: at.toISOString(),
});
