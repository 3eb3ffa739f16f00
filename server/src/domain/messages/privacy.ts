import { cancel } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import type { Ctx } from '../../storage/context.ts';
import { dropLatest } from '../chats/index.ts';
import { deleteFile } from '../files/index.ts';
import { erased, recordOutcomes } from '../recipients/index.ts';
import {
  deleteMessages,
  deleteVendorIds,
  eraseMessages,
  lockMessagesOf,
  type StoredMessage,
  selectMessagesBefore,
} from './privacy.store.ts';
import { removeFromIndex } from './search-index.store.ts';

export type ErasedPage = { lastId: string | null; messages: number; files: number };

/**
 * Erases a page of the messages of these chats: text, media, metadata and vendor ids. Cancels queued ones. Keeps the rows, their
 * times and statuses.
 */
export async function eraseMessagesOf(ctx: Ctx, chatIds: string[], afterId: string, limit: number): Promise<ErasedPage> {
  const page = await lockMessagesOf(ctx, chatIds, afterId, limit);
  const ids = page.map(({ id }) => id);
  const waiting = page.filter(({ sendState }) => sendState === 'queued');
  await cancel(
    ctx,
    jobs.sendMessage,
    waiting.map(({ id }) => id),
  );
  await eraseMessages(ctx, ids);
  await removeFromIndex(ctx, ids);
  await deleteVendorIds(ctx, ids);
  const files = await deleteMedia(ctx, page);
  await cancelRecipients(ctx, waiting);
  return { lastId: ids.at(-1) ?? null, messages: ids.length, files };
}

/** Marks the recipients of cancelled messages, so that their campaigns do not wait for them. */
const cancelRecipients = (ctx: Ctx, cancelled: StoredMessage[]): Promise<void> =>
  recordOutcomes(
    ctx,
    cancelled.flatMap(({ id: messageId, recipientId }) =>
      recipientId === null ? [] : [{ recipientId, messageId, state: 'cancelled' as const, error: erased, receipt: null }],
    ),
  );

/** Deletes some messages that are older than a time. Keeps those that wait to be sent. Returns how many. */
export async function deleteMessagesBefore(ctx: Ctx, before: Date, limit: number): Promise<number> {
  const page = await selectMessagesBefore(ctx, before, limit);
  if (page.length === 0) return 0;
  const ids = page.map(({ id }) => id);
  await dropLatest(ctx, page); // lock order: chat, message
  await deleteMessages(ctx, ids);
  await deleteVendorIds(ctx, ids);
  await deleteMedia(ctx, page);
  return page.length;
}

/** Deletes the files of inbound messages. Files that the business sent are its own, and other messages may use them. */
async function deleteMedia(ctx: Ctx, page: StoredMessage[]): Promise<number> {
  const received = page.filter(({ sender }) => sender === 'inbound').flatMap(({ content }) => content.attachments ?? []);
  const fileIds = received.flatMap(({ fileId }) => fileId ?? []);
  for (const fileId of fileIds) await deleteFile(ctx, fileId);
  return fileIds.length;
}
