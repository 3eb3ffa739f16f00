import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Assignment, Unassigned } from './assign.ts';
import type { ChatLine } from './inbound.store.ts';

/** Returns true if the assignment changed. */
export const updateAssignment = async (ctx: Ctx, id: string, { userId, teamId }: Assignment): Promise<boolean> => {
  const user = userId === undefined ? sql`assigned_user_id` : sql`${userId}::uuid`;
  const team = teamId === undefined ? sql`assigned_team_id` : sql`${teamId}::uuid`;
  const statement = sql`update chats set assigned_user_id = ${user}, assigned_team_id = ${team}, updated_at = ${ctx.clock.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id} and (assigned_user_id, assigned_team_id) is distinct from (${user}, ${team}) returning id`;
  return (await row(ctx, statement)) !== undefined;
};

/** Unassigns some chats of a user or team, in the order of their ids. Returns them with their channel types. */
export const unassignSome = (ctx: Ctx, { userId, teamId }: Unassigned, atMost: number) => {
  const [isAssigned, unassign] =
    userId === undefined
      ? [sql`assigned_team_id = ${teamId}`, sql`assigned_team_id = null`]
      : [sql`assigned_user_id = ${userId}`, sql`assigned_user_id = null`];
  return rows<ChatLine & { channelType: string }>(
    ctx,
    sql`with locked as materialized (
          select id from chats where tenant_id = ${ctx.tenantId} and ${isAssigned} order by id limit ${atMost} for no key update)
        update chats c set ${unassign}, updated_at = ${ctx.clock.now()}
        from locked, channels ch
        where c.tenant_id = ${ctx.tenantId} and c.id = locked.id and ch.tenant_id = c.tenant_id and ch.id = c.channel_id
        returning c.id, c.status, c.snoozed_until as "snoozedUntil", c.open_until as "openUntil", c.is_sensitive as "isSensitive",
          c.channel_id as "channelId", c.contact_id as "contactId", c.handle_id as "handleId",
          c.assigned_user_id as "assignedUserId", c.assigned_team_id as "assignedTeamId", ch.type as "channelType"`,
  );
};
