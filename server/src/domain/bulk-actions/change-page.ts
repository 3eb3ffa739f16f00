import { explainFailure, Failure } from '../../platform/errors.ts';
import { NIL_ID } from '../../platform/ids.ts';
import { encodeCursor } from '../../platform/search/index.ts';
import { asViewer } from '../../storage/as-viewer.ts';
import { type Ctx, inSavepoint } from '../../storage/context.ts';
import { searchChats } from '../chats/index.ts';
import { findViewer } from '../users/index.ts';
import type { BulkAction } from './bulk-action.ts';
import { endBulkAction, lockBulkAction, saveProgress } from './bulk-actions.store.ts';
import { changeChat } from './change-chat.ts';
import { isReportDue, publishProgress } from './progress.ts';

/** About half a second of work: each chat is a handful of statements. */
const PAGE = 50;
const ORDER = 'asc(id)';

/**
 * Changes the next page of chats, as the user who asked for it: chats that the user does not see at this moment are not found. Changes,
 * events, audit entries, counts and position commit together, so a worker that dies leaves all or nothing of a page.
 */
export async function changeChats(ctx: Ctx, _input: object, id: string): Promise<{ input: object } | undefined> {
  const open = await lockBulkAction(ctx, id);
  if (open?.status !== 'running') return undefined;
  const isLast = await asViewer(ctx, await findViewer(ctx, open.actor.userId), (ctx) => changeNextPage(ctx, open));
  const now = ctx.clock.now();
  const isReported = isLast || isReportDue(open, now);
  await saveProgress(ctx, isReported ? { ...open, reportedAt: now } : open);
  if (isLast) await endBulkAction(ctx, id, 'completed');
  if (isReported) await publishProgress(ctx, { ...open, status: isLast ? 'completed' : 'running' });
  return isLast ? undefined : { input: {} };
}

/** Returns whether it was the last page. */
async function changeNextPage(ctx: Ctx, open: BulkAction): Promise<boolean> {
  if (open.position === null) open.counts.matched = await countMatched(ctx, open);
  const { ids, isLast } = await nextPage(ctx, open);
  for (const chatId of ids) await changeOne(ctx, open, chatId);
  open.position = ids.at(-1) ?? open.position ?? NIL_ID;
  return isLast;
}

/** A chat that refuses the change, or is gone, is counted as failed and does not stop the others. */
async function changeOne(ctx: Ctx, open: BulkAction, chatId: string): Promise<void> {
  const { counts } = open;
  counts.processed++;
  try {
    if (await inSavepoint(ctx, () => changeChat(ctx, chatId, open.change, open.actor))) counts.changed++;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    counts.failed++;
    open.error ??= `${chatId}: ${explainFailure(error)}`;
  }
}

async function countMatched(ctx: Ctx, open: BulkAction): Promise<number> {
  if (open.chatIds) return open.chatIds.length;
  return (await searchChats(ctx, { ...searchOf(open), pagination: { page: 0, limit: 1 } })).total ?? 0;
}

const searchOf = ({ query, search }: BulkAction) => ({ ...(query !== null && { query }), ...(search !== null && { search }) });

type Page = { ids: string[]; isLast: boolean };

/**
 * Returns the chats after the position, in the order of their ids. A search is evaluated for each page: a chat that no longer matches is
 * left alone. Chats that were created after the bulk action do not belong to it, so it ends.
 */
async function nextPage(ctx: Ctx, open: BulkAction): Promise<Page> {
  const { position } = open;
  if (open.chatIds) {
    const left = open.chatIds.filter((id) => position === null || id > position);
    return { ids: left.slice(0, PAGE), isLast: left.length <= PAGE };
  }
  const cursor = encodeCursor(ORDER, [position ?? NIL_ID]);
  const found = await searchChats(ctx, { ...searchOf(open), sortBy: ORDER, pagination: { cursor, limit: PAGE } });
  const ids = found.items.map(({ id }) => id).filter((id) => id < open.id);
  return { ids, isLast: found.nextCursor === null || ids.length < found.items.length };
}
