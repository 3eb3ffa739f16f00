import sql from 'sql-template-tag';
import { invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { encodeCursor, type Searchable, type SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, type SearchSource, search } from '../../storage/search.ts';
import { getChat } from '../chats/index.ts';
import type { Message } from './message-data.ts';
import { messageColumns, selectMessage, selectTime } from './messages.store.ts';

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

/** Searches the messages of a chat. `search` covers their text. */
export async function searchMessages(ctx: Ctx, chatId: string, request: SearchRequest): Promise<Found<Message>> {
  const { id } = await getChat(ctx, chatId);
  return search<Message>(ctx, sourceOf(ctx, id), request);
}

const sourceOf = (ctx: Ctx, chatId: string): SearchSource => ({
  from: sql`(select * from messages where tenant_id = ${ctx.tenantId} and chat_id = ${chatId}) as m
    join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id
    join handles h on h.tenant_id = m.tenant_id and h.id = c.handle_id
    join contacts k on k.tenant_id = m.tenant_id and k.id = c.contact_id
    join channels ch on ch.tenant_id = m.tenant_id and ch.id = c.channel_id`,
  tenant: sql`m.tenant_id`,
  columns: messageColumns,
  searchable,
});

const [NEWEST_FIRST, OLDEST_FIRST] = ['desc(timestamp)', 'asc(timestamp)'];

/**
 * Returns a message of a chat among its neighbours, newest first. `nextCursor` continues with older messages in the default order,
 * `previousCursor` with newer ones in the order asc(timestamp).
 */
export async function messagesAround(ctx: Ctx, chatId: string, around: string, limit: number): Promise<Around> {
  const chat = await getChat(ctx, chatId);
  const [message, at] = isId(around) ? await Promise.all([selectMessage(ctx, around), selectTime(ctx, around)]) : [];
  if (message?.chatId !== chat.id || at === undefined)
    throw invalidParam('around', 'not_found', 'There is no message with this id in this chat');
  const source = sourceOf(ctx, chat.id);
  const page = (sortBy: string, most: number) =>
    most === 0
      ? { items: [], nextCursor: encodeCursor(sortBy, [at, message.id]) }
      : search<Message>(ctx, source, { sortBy, pagination: { cursor: encodeCursor(sortBy, [at, message.id]), limit: most } });
  const olderCount = Math.floor((limit - 1) / 2);
  const [older, newer] = await Promise.all([page(NEWEST_FIRST, olderCount), page(OLDEST_FIRST, limit - 1 - olderCount)]);
  const items = [...newer.items.toReversed(), message, ...older.items];
  return { items, page: null, total: null, limit, nextCursor: older.nextCursor, previousCursor: newer.nextCursor };
}

export type Around = Found<Message> & { previousCursor: string | null };
