import sql from 'sql-template-tag';
import { planSearch, type Searchable, type SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Chat } from './chat.ts';
import { type ChatRow, chatColumns, chatSource, reviveChat } from './chats.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`c.id`, type: 'id' },
    createdAt: { sql: sql`c.created_at`, type: 'time' },
    updatedAt: { sql: sql`c.updated_at`, type: 'time' },
    status: { sql: sql`c.status`, type: 'text' },
    isUnread: { sql: sql`(c.unread_count > 0)`, type: 'boolean' },
    unreadCount: { sql: sql`c.unread_count`, type: 'number' },
    openUntil: { sql: sql`c.open_until`, type: 'time', nullable: true },
    channelId: { sql: sql`c.channel_id`, type: 'id' },
    contactId: { sql: sql`c.contact_id`, type: 'id' },
    handleId: { sql: sql`c.handle_id`, type: 'id' },
    assignedUserId: { sql: sql`c.assigned_user_id`, type: 'id', nullable: true },
    assignedTeamId: { sql: sql`c.assigned_team_id`, type: 'id', nullable: true },
    isSensitive: { sql: sql`c.is_sensitive`, type: 'boolean' },
  },
  searchIn: sql`concat_ws(' ', k.first_name, k.last_name, k.display_name)`,
  defaultSort: 'desc(updatedAt)',
};

/** Throws if a chat search is invalid. */
export const checkChatSearch = (request: SearchRequest): void => void planSearch(searchable, request);

/** Searches chats. `search` covers the contact's name. Lists hide the latest text of sensitive chats. */
export async function searchChats(ctx: Ctx, request: SearchRequest): Promise<Found<Chat>> {
  const found = await search<ChatRow>(
    ctx,
    { from: chatSource, tenant: sql`c.tenant_id`, columns: chatColumns, searchable },
    request,
  );
  return { ...found, items: found.items.map(reviveChat).map(hideSensitiveText) };
}

const hideSensitiveText = (chat: Chat): Chat =>
  chat.isSensitive && chat.latestMessage ? { ...chat, latestMessage: { ...chat.latestMessage, text: null } } : chat;
