import sql from 'sql-template-tag';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { getChat } from '../chats/index.ts';
import type { Message } from './message-data.ts';
import { messageColumns, selectMessage } from './messages.store.ts';

export const getMessage = async (ctx: Ctx, id: string): Promise<Message> =>
  found(isId(id) ? await selectMessage(ctx, id) : undefined, 'message_not_found');

const searchable: Searchable = {
  fields: {
    id: { sql: sql`m.id`, type: 'id' },
    timestamp: { sql: sql`m."timestamp"`, type: 'time' },
    createdAt: { sql: sql`m.created_at`, type: 'time' },
    sender: { sql: sql`m.sender`, type: 'text' },
    type: { sql: sql`m.type`, type: 'text' },
    status: { sql: sql`m.status`, type: 'text' },
    sendState: { sql: sql`m.send_state`, type: 'text', nullable: true },
    vendorId: { sql: sql`m.vendor_id`, type: 'text', nullable: true },
    scheduledAt: { sql: sql`m.scheduled_at`, type: 'time', nullable: true },
  },
  searchIn: sql`coalesce(m.text, '')`,
  defaultSort: 'desc(timestamp)',
};

/** The messages of one chat. `search` looks in their text. */
export async function searchMessages(ctx: Ctx, chatId: string, request: SearchRequest): Promise<Found<Message>> {
  const { id } = await getChat(ctx, chatId);
  const from = sql`(select * from messages where tenant_id = ${ctx.tenantId} and chat_id = ${id}) as m
    join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id
    join handles h on h.tenant_id = m.tenant_id and h.id = c.handle_id
    join contacts k on k.tenant_id = m.tenant_id and k.id = c.contact_id
    join channels ch on ch.tenant_id = m.tenant_id and ch.id = c.channel_id`;
  return search<Message>(ctx, { from, tenant: sql`m.tenant_id`, columns: messageColumns, searchable }, request);
}
