import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { WaitingChat } from './choose-assignees.ts';
import type { ChatSummary } from './inbound.store.ts';

/** Counts the open chats of users. Users without one are missing. */
export const countOpenChats = async (ctx: Ctx, userIds: string[]): Promise<Map<string, number>> => {
  const counts = await rows<{ userId: string; count: number }>(
    ctx,
    sql`select assigned_user_id as "userId", count(*)::int as count from chats
        where tenant_id = ${ctx.tenantId} and assigned_user_id = any(${userIds}::uuid[]) and status = 'open'
        group by assigned_user_id`,
  );
  return new Map(counts.map(({ userId, count }) => [userId, count]));
};

const isWaiting = sql`status = 'open' and assigned_user_id is null`;

/** Selects chats of a team that wait for a user in these channels (null: all), the longest waiting first, without locks. */
export const selectWaitingChats = (
  ctx: Ctx,
  teamId: string,
  channelIds: string[] | null,
  limit: number,
): Promise<WaitingChat[]> =>
  rows<WaitingChat>(
    ctx,
    sql`select id, channel_id as "channelId" from chats
        where tenant_id = ${ctx.tenantId} and assigned_team_id = ${teamId} and ${isWaiting}
          and (${channelIds}::uuid[] is null or channel_id = any(${channelIds}::uuid[]))
        order by coalesce(queued_at, created_at), id limit ${limit}`,
  );

/** Locks chats in the order of their ids. Returns the ids of those that still wait. */
export const lockWaitingChats = async (ctx: Ctx, teamId: string, chats: WaitingChat[]): Promise<Set<string>> => {
  const locked = await rows<{ id: string }>(
    ctx,
    sql`select id from chats
        where tenant_id = ${ctx.tenantId} and id = any(${chats.map(({ id }) => id)}::uuid[]) and assigned_team_id = ${teamId} and ${isWaiting}
        order by id for no key update`,
  );
  return new Set(locked.map(({ id }) => id));
};

/** Assigns locked chats to users. Returns them with their channel types, in the given order. */
export const updateAssignees = (ctx: Ctx, assigned: { chatId: string; userId: string }[]) =>
  rows<ChatSummary & { channelType: string }>(
    ctx,
    sql`with changed as (
          update chats c set assigned_user_id = a.user_id, updated_at = ${ctx.clock.now()}
          from unnest(${assigned.map(({ chatId }) => chatId)}::uuid[], ${assigned.map(({ userId }) => userId)}::uuid[])
            with ordinality as a(chat_id, user_id, place)
          where c.tenant_id = ${ctx.tenantId} and c.id = a.chat_id
          returning a.place, c.*)
        select c.id, c.status, c.snoozed_until as "snoozedUntil", c.open_until as "openUntil", c.is_sensitive as "isSensitive",
          c.channel_id as "channelId", c.contact_id as "contactId", c.handle_id as "handleId",
          c.assigned_user_id as "assignedUserId", c.assigned_team_id as "assignedTeamId", ch.type as "channelType"
        from changed c join channels ch on ch.tenant_id = ${ctx.tenantId} and ch.id = c.channel_id
        order by c.place`,
  );
