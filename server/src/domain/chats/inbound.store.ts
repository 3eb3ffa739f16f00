import sql from 'sql-template-tag';
import { cutText } from '../../platform/cut-text.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import type { Chat, LatestMessage } from './chat.ts';

/** A chat without its contact and messages: what a batch of messages needs. */
export type ChatSummary = Omit<
  Chat,
  'contact' | 'handle' | 'latestMessage' | 'createdAt' | 'updatedAt' | 'unreadCount' | 'lastMessageAt' | 'waitingSince' | 'sla'
>;

/** What changes with messages and with reading, as the live feed carries it. */
export type ChatState = ChatSummary &
  Pick<Chat, 'unreadCount' | 'lastMessageAt' | 'waitingSince'> & {
    latestMessage: (Omit<LatestMessage, 'timestamp'> & { timestamp: string }) | null;
  };

/** The columns of a `ChatState`. */
export const chatState = sql`c.id, c.status, c.snoozed_until as "snoozedUntil", c.open_until as "openUntil", c.is_sensitive as "isSensitive",
  c.channel_id as "channelId", c.contact_id as "contactId", c.handle_id as "handleId",
  c.assigned_user_id as "assignedUserId", c.assigned_team_id as "assignedTeamId", c.unread_count as "unreadCount",
  c.last_message_at as "lastMessageAt", c.waiting_since as "waitingSince", c.latest_message as "latestMessage"`;

const inserting = prepared(
  'insert_missing_chats',
  sql`insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, latest_message, last_message_at, created_at, updated_at)
      select $1, c.id, $2, c.contact_id, c.handle_id, 'open', c.latest, least((c.latest->>'timestamp')::timestamptz, $7), $7, $7
      from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::jsonb[]) as c(id, contact_id, handle_id, latest)
      on conflict (tenant_id, channel_id, handle_id) do nothing returning id`,
);

/** Creates the chats that do not exist. Returns their ids. */
export async function insertMissingChats(
  ctx: Ctx,
  channelId: string,
  chats: { id: string; contactId: string; handleId: string; latest?: LatestMessage }[],
): Promise<string[]> {
  const inserted = await rows<{ id: string }>(
    ctx,
    inserting(
      ctx.tenantId,
      channelId,
      chats.map((one) => one.id),
      chats.map((one) => one.contactId),
      chats.map((one) => one.handleId),
      chats.map((one) => (one.latest ? latestJson(one.latest) : null)),
      ctx.clock.now(),
    ),
  );
  return inserted.map((one) => one.id);
}

/** The text of the latest message is part of every list of chats, so only its beginning is stored. */
const LATEST_TEXT_BYTES = 1_024;

const latestJson = (latest: LatestMessage): string =>
  JSON.stringify({ ...latest, text: latest.text === null ? null : cutText(latest.text, LATEST_TEXT_BYTES) });

const locking = prepared(
  'lock_chats',
  sql`select id, status, snoozed_until as "snoozedUntil", open_until as "openUntil", is_sensitive as "isSensitive",
        channel_id as "channelId", contact_id as "contactId", handle_id as "handleId",
        assigned_user_id as "assignedUserId", assigned_team_id as "assignedTeamId"
      from chats where tenant_id = $1 and channel_id = $2 and handle_id = any($3::uuid[]) order by id for no key update`,
);

/** Locks chats in the order of their ids, so that two batches cannot deadlock. */
export const lockChats = (ctx: Ctx, channelId: string, handleIds: string[]): Promise<ChatSummary[]> =>
  rows<ChatSummary>(ctx, locking(ctx.tenantId, channelId, handleIds));

const finding = prepared(
  'chats_of_handles',
  sql`select c.id, c.handle_id as "handleId" from unnest($3::uuid[]) as h(id)
      cross join lateral (select id, handle_id from chats where tenant_id = $1 and channel_id = $2 and handle_id = h.id offset 0) c`,
);

/** Returns the chats of these handles on a channel, without locks. */
export const selectChatIds = (ctx: Ctx, channelId: string, handleIds: string[]): Promise<{ id: string; handleId: string }[]> =>
  handleIds.length === 0 ? Promise.resolve([]) : rows(ctx, finding(ctx.tenantId, channelId, handleIds));

/** `isAnswered`: the batch has an answer of the business. `waitingSince`: the oldest message of the contact behind the last answer. */
export type ChatUpdate = {
  chatId: string;
  latest: LatestMessage;
  unread: number;
  openUntil: Date | null;
  isAnswered: boolean;
  waitingSince: Date | null;
};

const becomesLatest = sql`date_trunc('second', coalesce((c.latest_message->>'timestamp')::timestamptz, '-infinity'))
          <= date_trunc('second', (n.latest->>'timestamp')::timestamptz)`;

const updating = prepared(
  'note_messages',
  sql`update chats c set
        latest_message = case when ${becomesLatest} then n.latest else c.latest_message end,
        last_message_at = case when ${becomesLatest} then least((n.latest->>'timestamp')::timestamptz, $6) else c.last_message_at end,
        unread_count = c.unread_count + n.unread,
        status = case when n.unread > 0 then 'open' else c.status end,
        snoozed_until = case when n.unread > 0 then null else c.snoozed_until end,
        open_until = greatest(c.open_until, n.open_until),
        waiting_since = case when n.is_answered then n.waiting_since else coalesce(c.waiting_since, n.waiting_since) end,
        assigned_team_id = case when n.unread > 0 and c.assigned_user_id is null then coalesce(c.assigned_team_id, $9) else c.assigned_team_id end,
        updated_at = case when c.latest_message->>'id' = n.latest->>'id' then c.updated_at else $6 end
      from unnest($2::uuid[], $3::jsonb[], $4::int[], $5::timestamptz[], $7::boolean[], $8::timestamptz[])
        as n(chat_id, latest, unread, open_until, is_answered, waiting_since)
      where c.tenant_id = $1 and c.id = n.chat_id
      returning ${chatState}`,
);

/**
 * Applies the updates of a batch. An update of the current latest message does not change `updated_at`, so the chat keeps its position in lists.
 * An older message never replaces a newer one, in any order of arrival. Some providers send whole seconds only, so
 * within a second the one that arrived later is the newer. A time in the future counts as now: a wrong clock must not keep a chat at
 * the top of every list. A chat of nobody that receives a message goes to the default team. Returns the chats.
 */
export async function applyChatUpdates(
  ctx: Ctx,
  updates: ChatUpdate[],
  defaultTeamId: string | null = null,
): Promise<ChatState[]> {
  if (updates.length === 0) return [];
  return rows<ChatState>(
    ctx,
    updating(
      ctx.tenantId,
      updates.map((one) => one.chatId),
      updates.map((one) => latestJson(one.latest)),
      updates.map((one) => one.unread),
      updates.map((one) => one.openUntil),
      ctx.clock.now(),
      updates.map((one) => one.isAnswered),
      updates.map((one) => one.waitingSince),
      defaultTeamId,
    ),
  );
}

/** Closes the messaging window: the provider says that it is closed. Returns the chat if the window was open. */
export const closeWindow = (ctx: Ctx, chatId: string): Promise<ChatState[]> =>
  rows<ChatState>(
    ctx,
    sql`update chats c set open_until = ${ctx.clock.now()}
        where c.tenant_id = ${ctx.tenantId} and c.id = ${chatId} and c.open_until > ${ctx.clock.now()} returning ${chatState}`,
  );

export type NamedMessage = { chatId: string; messageId: string; vendorId: string };

const naming = prepared(
  'name_latest',
  sql`with held as materialized (
        select c.id, n.vendor_id from unnest($2::uuid[], $3::uuid[], $4::text[]) as n(chat_id, message_id, vendor_id)
        join chats c on c.tenant_id = $1 and c.id = n.chat_id and c.latest_message->>'id' = n.message_id::text
        order by c.id for no key update of c)
      update chats c set latest_message = jsonb_set(c.latest_message, '{vendorId}', to_jsonb(held.vendor_id))
      from held where c.tenant_id = $1 and c.id = held.id`,
);

/** Sets the provider's id of chats' latest messages. */
export async function setLatestVendorId(ctx: Ctx, named: NamedMessage[]): Promise<void> {
  if (named.length === 0) return;
  await rows(
    ctx,
    naming(
      ctx.tenantId,
      named.map((one) => one.chatId),
      named.map((one) => one.messageId),
      named.map((one) => one.vendorId),
    ),
  );
}

/** Removes the text of chats' latest messages that the contact deleted. */
export const clearLatestText = (ctx: Ctx, messageIds: string[]) =>
  rows(
    ctx,
    sql`update chats c set latest_message = jsonb_set(c.latest_message, '{text}', 'null') from messages m
        where m.tenant_id = ${ctx.tenantId} and m.id = any(${messageIds}::uuid[])
          and c.tenant_id = m.tenant_id and c.id = m.chat_id and c.latest_message->>'id' = m.id::text`,
  );

/** Returns the chat of a handle on a channel, without a lock. */
export const findChatWith = async (ctx: Ctx, channelId: string, handleId: string): Promise<string | undefined> => {
  const statement = sql`select id from chats where tenant_id = ${ctx.tenantId} and channel_id = ${channelId} and handle_id = ${handleId}`;
  return (await row<{ id: string }>(ctx, statement))?.id;
};
