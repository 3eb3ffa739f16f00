import { endJobs } from '../../queue/jobs.store.ts';
import type { Ctx } from '../../storage/context.ts';
import { dropLatest } from '../chats/index.ts';
import { deleteFile } from '../files/index.ts';
import { erased, noteRecipients } from '../recipients/index.ts';
import {
  deleteMessageRows,
  deleteVendorIds,
  type ErasableMessage,
  emptyMessageRows,
  lockMessagesOf,
  selectMessagesBefore,
} from './privacy.store.ts';

export type EmptiedPage = { lastId: string | null; messages: number; files: number };

/**
 * Empties a page of the messages of these chats: text, media, metadata and provider ids. Queued messages are cancelled. The row, its
 * times and its status stay.
 */
export async function emptyMessagesOf(ctx: Ctx, chatIds: string[], afterId: string, most: number): Promise<EmptiedPage> {
  const page = await lockMessagesOf(ctx, chatIds, afterId, most);
  const ids = page.map(({ id }) => id);
  const waiting = page.filter(({ sendState }) => sendState === 'queued');
  await endJobs(
    ctx,
    waiting.map(({ id }) => id),
  );
  await emptyMessageRows(ctx, ids);
  await deleteVendorIds(ctx, ids);
  const files = await deleteMedia(ctx, page);
  await tellCampaigns(ctx, waiting);
  return { lastId: ids.at(-1) ?? null, messages: ids.length, files };
}

/** Marks the recipients of cancelled messages as cancelled, so that their campaign does not wait for them. */
const tellCampaigns = (ctx: Ctx, cancelled: ErasableMessage[]): Promise<void> =>
  noteRecipients(
    ctx,
    cancelled.flatMap(({ id: messageId, recipientId }) =>
      recipientId === null ? [] : [{ recipientId, messageId, state: 'cancelled' as const, error: erased, receipt: null }],
    ),
  );

/** Deletes some of the messages before a time, except those that are still to be sent. Returns how many. */
export async function removeMessagesBefore(ctx: Ctx, before: Date, most: number): Promise<number> {
  const page = await selectMessagesBefore(ctx, before, most);
  if (page.length === 0) return 0;
  const ids = page.map(({ id }) => id);
  await dropLatest(ctx, page);
  await deleteMessageRows(ctx, ids);
  await deleteVendorIds(ctx, ids);
  await deleteMedia(ctx, page);
  return page.length;
}

/** Deletes the files of inbound messages. Files that the business sent stay: other messages may use them. */
async function deleteMedia(ctx: Ctx, page: ErasableMessage[]): Promise<number> {
  const received = page.filter(({ sender }) => sender === 'inbound').flatMap(({ content }) => content.attachments ?? []);
  const fileIds = received.flatMap(({ fileId }) => fileId ?? []);
  for (const fileId of fileIds) await deleteFile(ctx, fileId);
  return fileIds.length;
}
