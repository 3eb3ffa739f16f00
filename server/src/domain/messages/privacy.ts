import sql from 'sql-template-tag';
import { endJobs } from '../../queue/jobs.store.ts';
import { type Ctx, rows } from '../../storage/context.ts';
import { dropLatest } from '../chats/index.ts';
import { deleteFile } from '../files/index.ts';
import { erased, noteRecipients } from '../recipients/index.ts';
import type { StoredContent } from './message-data.ts';

export type EmptiedPage = { lastId: string | null; messages: number; files: number };

type Line = {
  id: string;
  chatId: string;
  sender: 'inbound' | 'outbound';
  sendState: string | null;
  recipientId: string | null;
  content: StoredContent;
};

const lineColumns = sql`id, chat_id as "chatId", sender, send_state as "sendState", campaign_recipient_id as "recipientId", content`;

/**
 * Empties a page of the messages of these chats: words, media, metadata and the provider's names for them. What waited to be
 * sent is not sent. That there was a message, when, and how it fared stays.
 */
export async function emptyMessagesOf(ctx: Ctx, chatIds: string[], afterId: string, most: number): Promise<EmptiedPage> {
  const page = await rows<Line>(
    ctx,
    sql`select ${lineColumns} from messages
        where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[]) and id > ${afterId} order by id limit ${most} for update`,
  );
  const ids = page.map(({ id }) => id);
  const waiting = page.filter(({ sendState }) => sendState === 'queued');
  await endJobs(
    ctx,
    waiting.map(({ id }) => id),
  );
  await rows(
    ctx,
    sql`update messages set text = null, content = '{}', metadata = '{}', errors = '[]', vendor_id = null,
          status = case when send_state = 'queued' then 'deleted' else status end,
          send_state = case when send_state = 'queued' then 'cancelled' else send_state end
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
  await forgetVendorIds(ctx, ids);
  const files = await deleteMedia(ctx, page);
  await tellCampaigns(ctx, waiting);
  return { lastId: ids.at(-1) ?? null, messages: ids.length, files };
}

/** A campaign whose message is not sent after all does not wait for it. */
const tellCampaigns = (ctx: Ctx, cancelled: Line[]): Promise<void> =>
  noteRecipients(
    ctx,
    cancelled.flatMap(({ id: messageId, recipientId }) =>
      recipientId === null ? [] : [{ recipientId, messageId, state: 'cancelled' as const, error: erased, receipt: null }],
    ),
  );

/** Takes messages away that are older than a time, some of them; what still waits to be sent stays. Answers how many. */
export async function removeMessagesBefore(ctx: Ctx, before: Date, most: number): Promise<number> {
  const page = await rows<Line>(
    ctx,
    sql`select ${lineColumns} from messages
        where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) and status not in ('scheduled', 'pending')
        order by id limit ${most}`,
  );
  if (page.length === 0) return 0;
  const ids = page.map(({ id }) => id);
  await dropLatest(ctx, page); // chats before messages, as everybody does
  await rows(ctx, sql`delete from messages where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`);
  await forgetVendorIds(ctx, ids);
  await deleteMedia(ctx, page);
  return page.length;
}

const forgetVendorIds = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`delete from message_vendor_ids where tenant_id = ${ctx.tenantId} and message_id = any(${ids}::uuid[])`);

/** Files that came with messages go with them. What the business sent is its own, and may have gone to others as well. */
async function deleteMedia(ctx: Ctx, page: Line[]): Promise<number> {
  const received = page.filter(({ sender }) => sender === 'inbound').flatMap(({ content }) => content.attachments ?? []);
  const fileIds = received.flatMap(({ fileId }) => fileId ?? []);
  for (const fileId of fileIds) await deleteFile(ctx, fileId);
  return fileIds.length;
}
