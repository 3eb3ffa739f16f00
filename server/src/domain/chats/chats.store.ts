import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import { createLookup, wantedIds } from '../../storage/lookup.ts';
import { assignments } from '../../storage/update-set.ts';
import { type ContactJson, contactJson, reviveContact } from '../contacts/index.ts';
import type { Chat, ChatSla, LatestMessage } from './chat.ts';
import type { CurrentStatus, StatusChange } from './status.ts';

export const chatColumns = sql`c.id, c.status, c.snoozed_until as "snoozedUntil", c.open_until as "openUntil",
  c.unread_count as "unreadCount", c.is_sensitive as "isSensitive", c.channel_id as "channelId", c.contact_id as "contactId",
  c.handle_id as "handleId", c.assigned_user_id as "assignedUserId", c.assigned_team_id as "assignedTeamId",
  c.latest_message as "latestMessage", c.last_message_at as "lastMessageAt", c.waiting_since as "waitingSince", c.created_at as "createdAt", c.updated_at as "updatedAt",
  (select json_build_object('policyId', s.policy_id, 'status', s.status, 'startedAt', s.started_at, 'firstRepliedAt', s.first_replied_at,
      'firstReplyDueAt', s.first_reply_due_at, 'nextReplyDueAt', s.next_reply_due_at, 'resolutionDueAt', s.resolution_due_at,
      'breaches', s.breaches) from chat_slas s where s.tenant_id = c.tenant_id and s.chat_id = c.id) as sla,
  ${contactJson('k')} as contact`;

export const chatSource = sql`chats c
  join contacts k on k.tenant_id = c.tenant_id and k.id = c.contact_id`;

type SlaJson = { [Field in keyof ChatSla]: ChatSla[Field] extends Date | null ? string | null : ChatSla[Field] };
type LatestMessageJson = Omit<LatestMessage, 'timestamp'> & { timestamp: string };
export type ChatRow = Omit<Chat, 'contact' | 'handle' | 'latestMessage' | 'sla'> & {
  sla: SlaJson | null;
  contact: ContactJson;
  latestMessage: LatestMessageJson | null;
};

/** Converts a row. The handle of the chat is one of the contact's handles, so the query does not select it again. */
export function reviveChat(chat: ChatRow): Chat {
  const contact = reviveContact(chat.contact);
  const handle = contact.handles.find(({ id }) => id === chat.handleId);
  if (!handle) throw new Error(`chat ${chat.id} and its handle ${chat.handleId} belong to different contacts`);
  const latestMessage = chat.latestMessage && { ...chat.latestMessage, timestamp: new Date(chat.latestMessage.timestamp) };
  return { ...chat, contact, handle, latestMessage, sla: chat.sla && reviveSla(chat.sla) };
}

const reviveTime = (time: string | null): Date | null => (time === null ? null : new Date(time));

const reviveSla = (sla: SlaJson): ChatSla => ({
  ...sla,
  startedAt: new Date(sla.startedAt as string),
  firstRepliedAt: reviveTime(sla.firstRepliedAt),
  firstReplyDueAt: reviveTime(sla.firstReplyDueAt),
  nextReplyDueAt: reviveTime(sla.nextReplyDueAt),
  resolutionDueAt: reviveTime(sla.resolutionDueAt),
});

/** Selects chats with their contacts, handles and latest messages. Each is looked up by its key, also without table statistics. */
const chatsByIds = prepared(
  'chats_by_ids',
  sql`select ${chatColumns} from ${wantedIds}
      cross join lateral (select * from chats where tenant_id = $1 and id = wanted.id offset 0) c
      cross join lateral (select * from contacts where tenant_id = $1 and id = c.contact_id offset 0) k`,
);

const lookUpChat = createLookup<ChatRow>(chatsByIds);

export async function selectChat(ctx: Ctx, id: string): Promise<Chat | undefined> {
  const found = await lookUpChat(ctx, id);
  return found && reviveChat(found);
}

/** Locks a chat and returns its status and assignee. */
export const lockStatus = (ctx: Ctx, id: string) =>
  row<CurrentStatus & { assignedUserId: string | null }>(
    ctx,
    sql`select status, snoozed_until as "snoozedUntil", assigned_user_id as "assignedUserId" from chats
        where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`,
  );

/** Locks a chat and returns its latest message. A transaction that waited for the lock sees the message of the one before it. */
export const lockLatestMessage = async (ctx: Ctx, id: string): Promise<LatestMessage | null> => {
  const statement = sql`select latest_message as "latestMessage" from chats
    where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`;
  const latest = (await row<{ latestMessage: LatestMessageJson | null }>(ctx, statement))?.latestMessage;
  return latest ? { ...latest, timestamp: new Date(latest.timestamp) } : null;
};

export async function insertChat(
  ctx: Ctx,
  chat: { id: string; channelId: string; contactId: string; handleId: string; isSensitive: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, is_sensitive, last_message_at, created_at, updated_at)
        values (${ctx.tenantId}, ${chat.id}, ${chat.channelId}, ${chat.contactId}, ${chat.handleId}, 'open', ${chat.isSensitive}, ${now}, ${now}, ${now})`,
  );
}

export type ChatChanges = { isSensitive?: boolean } & Partial<StatusChange>;

/** Updates the given fields. Returns false if there is no such chat. In a closed chat nothing waits for an answer. */
export async function updateChatRow(ctx: Ctx, id: string, changes: ChatChanges): Promise<boolean> {
  const changed = assignments(ctx, [
    [changes.isSensitive, sql`is_sensitive = ${changes.isSensitive}`],
    [changes.status, sql`status = ${changes.status}, snoozed_until = ${changes.snoozedUntil}`],
    [changes.status, sql`waiting_since = case when ${changes.status} = 'closed' then null else waiting_since end`],
  ]);
  const statement = sql`update chats set ${changed} where tenant_id = ${ctx.tenantId} and id = ${id} returning id`;
  return (await row(ctx, statement)) !== undefined;
}

/** Returns the channel of a chat, as events name it. */
export const selectChannelOf = (ctx: Ctx, chatId: string) =>
  row<{ id: string; type: string }>(
    ctx,
    sql`select ch.id, ch.type from chats c join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id
        where c.tenant_id = ${ctx.tenantId} and c.id = ${chatId}`,
  );

/** Opens a chat that is snoozed until this time. Returns false if it is not. */
export const wakeChatRow = async (ctx: Ctx, id: string, snoozedUntil: Date): Promise<boolean> => {
  const statement = sql`update chats set status = 'open', snoozed_until = null, updated_at = ${ctx.clock.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id} and status = 'snoozed' and snoozed_until = ${snoozedUntil} returning id`;
  return (await row(ctx, statement)) !== undefined;
};

/** Sets how many messages are unread. `updated_at` stays: reading changes nothing about a chat. */
export const updateUnread = (ctx: Ctx, id: string, unreadCount: number) =>
  rows(ctx, sql`update chats set unread_count = ${unreadCount} where tenant_id = ${ctx.tenantId} and id = ${id}`);
