import sql, { join, type Sql } from 'sql-template-tag';
import { within } from '../../platform/errors.ts';
import { type ListField, planSearch, type Searchable, type SearchRequest } from '../../platform/search/index.ts';
import { type Ctx, row } from '../../storage/context.ts';
import { type Found, planFor, search } from '../../storage/search.ts';
import { attributeFields, findNamed, labelField, searchByAddress } from '../contacts/index.ts';
import type { Chat } from './chat.ts';
import { type ChatRow, chatColumns, chatSource, reviveChat } from './chats.store.ts';

const ofContact = [sql`c.tenant_id`, sql`c.contact_id`] as const;

/** A chat has one channel, but its type is in another table: searched as a list, a filter finds the channels first. */
const channelType: ListField = {
  sql: sql`ch.type`,
  type: 'text',
  some: (condition) =>
    sql`exists (select 1 from channels ch where ch.tenant_id = c.tenant_id and ch.id = c.channel_id and ${condition})`,
};

const searchable: Searchable = {
  fields: {
    id: { sql: sql`c.id`, type: 'id' },
    createdAt: { sql: sql`c.created_at`, type: 'time' },
    lastMessageAt: { sql: sql`c.last_message_at`, type: 'time' },
    updatedAt: { sql: sql`c.updated_at`, type: 'time' },
    status: { sql: sql`c.status`, type: 'text' },
    isUnread: { sql: sql`(c.unread_count > 0)`, type: 'boolean' },
    unreadCount: { sql: sql`c.unread_count`, type: 'number' },
    waitingSince: { sql: sql`c.waiting_since`, type: 'time', nullable: true },
    snoozedUntil: { sql: sql`c.snoozed_until`, type: 'time', nullable: true },
    openUntil: { sql: sql`c.open_until`, type: 'time', nullable: true },
    channelId: { sql: sql`c.channel_id`, type: 'id' },
    contactId: { sql: sql`c.contact_id`, type: 'id' },
    handleId: { sql: sql`c.handle_id`, type: 'id' },
    assignedUserId: { sql: sql`c.assigned_user_id`, type: 'id', nullable: true },
    assignedTeamId: { sql: sql`c.assigned_team_id`, type: 'id', nullable: true },
    channelType,
    labelId: labelField(...ofContact),
    isSensitive: { sql: sql`c.is_sensitive`, type: 'boolean' },
    'attributes.*': attributeFields(...ofContact),
  },
  searchIn: sql`concat_ws(' ', k.first_name, k.last_name, k.display_name)`,
  searchBy: searchByAddress(...ofContact),
  candidatesBy: sql`c.contact_id`,
  defaultSort: 'desc(lastMessageAt)',
};

/** Searches chats. `search` covers the contact's names, or the beginning of a number or an address of theirs. Lists hide the latest text of sensitive chats. */
export async function searchChats(ctx: Ctx, request: SearchRequest): Promise<Found<Chat>> {
  const found = await search<ChatRow>(
    ctx,
    {
      from: chatSource,
      tenant: sql`c.tenant_id`,
      columns: chatColumns,
      searchable,
      candidates: findNamed,
      rowsFrom: sql`chats c`,
    },
    request,
  );
  return { ...found, items: found.items.map(reviveChat).map(hideSensitiveText) };
}

/** Throws if a query or search is invalid, before a job uses it. */
export const checkChatSearch = (request: Pick<SearchRequest, 'query' | 'search'>): void => void planSearch(searchable, request);

const hideSensitiveText = (chat: Chat): Chat =>
  chat.isSensitive && chat.latestMessage ? { ...chat, latestMessage: { ...chat.latestMessage, text: null } } : chat;

/** A query or a text, as in a search. */
type Counted = Pick<SearchRequest, 'query' | 'search'>;
type ChatCount = { count: number; isAtLeast: boolean };

/** Counting stops here. Counting all rows would take time in proportion to the tenant. */
const MOST_COUNTED = 1_000;

/** Counts the chats of several searches with one statement. */
export async function countChats(ctx: Ctx, queries: Counted[]): Promise<ChatCount[]> {
  const counts: Sql[] = [];
  for (const [i, query] of queries.entries()) counts.push(await within(`queries.${i}`, () => countOf(ctx, query)));
  const found = await row<{ counts: number[] }>(ctx, sql`select array[${join(counts)}]::int[] as counts`);
  return (found?.counts ?? []).map((count) => ({ count: Math.min(count, MOST_COUNTED), isAtLeast: count > MOST_COUNTED }));
}

/** Only a search by a name that many have reads contacts. */
async function countOf(ctx: Ctx, { query, search }: Counted): Promise<Sql> {
  const request = { ...(query && { query }), ...(search && { search }) };
  const { where, isByCandidates } = await planFor(ctx, searchable, findNamed, request);
  const from = search && !isByCandidates ? chatSource : sql`chats c`;
  return sql`(select count(*) from (select 1 from ${from} where c.tenant_id = ${ctx.tenantId} and ${where} limit ${MOST_COUNTED + 1}) counted)`;
}
