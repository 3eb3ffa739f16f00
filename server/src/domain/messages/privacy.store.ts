import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { StoredContent } from './message-data.ts';

/** What erasure and retention read of a message. */
export type ErasableMessage = {
  id: string;
  chatId: string;
  sender: 'inbound' | 'outbound';
  sendState: string | null;
  recipientId: string | null;
  content: StoredContent;
};

const columns = sql`id, chat_id as "chatId", sender, send_state as "sendState", campaign_recipient_id as "recipientId", content`;

/** Locks the next messages of these chats after an id. */
export const lockMessagesOf = (ctx: Ctx, chatIds: string[], afterId: string, most: number): Promise<ErasableMessage[]> =>
  rows<ErasableMessage>(
    ctx,
    sql`select ${columns} from messages
        where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[]) and id > ${afterId} order by id limit ${most} for update`,
  );

/** Removes text, media, metadata and provider ids. Cancels messages that are still queued. */
export const emptyMessageRows = (ctx: Ctx, ids: string[]) =>
  rows(
    ctx,
    sql`update messages set text = null, content = '{}', metadata = '{}', errors = '[]', vendor_id = null,
          status = case when send_state = 'queued' then 'deleted' else status end,
          send_state = case when send_state = 'queued' then 'cancelled' else send_state end
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );

/** Returns the oldest messages before a time, except those that are still to be sent. */
export const selectMessagesBefore = (ctx: Ctx, before: Date, most: number): Promise<ErasableMessage[]> =>
  rows<ErasableMessage>(
    ctx,
    sql`select ${columns} from messages
        where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) and status not in ('scheduled', 'pending')
        order by id limit ${most}`,
  );

export const deleteMessageRows = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`delete from messages where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`);

export const deleteVendorIds = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`delete from message_vendor_ids where tenant_id = ${ctx.tenantId} and message_id = any(${ids}::uuid[])`);
