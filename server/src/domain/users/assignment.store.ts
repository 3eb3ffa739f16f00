import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';

const existing = prepared(
  'has_automatic_teams',
  sql`select exists (select 1 from teams where tenant_id = $1 and assignment <> 'manual') as "hasSome"`,
);

/** Returns whether a team of the tenant assigns automatically. */
export const hasAutomaticTeams = async (ctx: Ctx): Promise<boolean> =>
  (await row<{ hasSome: boolean }>(ctx, existing(ctx.tenantId)))?.hasSome ?? false;

export type TeamMember = {
  teamId: string;
  assignment: 'round_robin' | 'least_open';
  /** The automatic assignments of the team so far. */
  turns: number;
  userId: string;
  maxOpenChats: number | null;
  lastTurn: number;
  /** The channels that the user may see; null for all. */
  channelIds: string[] | null;
};

/**
 * Returns the available members of the teams that assign automatically. Locks the users, then the teams, in the order of their ids: who
 * goes away, or leaves a team, waits for this transaction and gets no chat afterwards.
 */
export async function lockMembers(ctx: Ctx): Promise<TeamMember[]> {
  const users = await rows<{ id: string }>(
    ctx,
    sql`select u.id from users u
        where u.tenant_id = ${ctx.tenantId} and u.status = 'active' and u.availability = 'available' and exists (
          select 1 from team_members m join teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
          where m.tenant_id = u.tenant_id and m.user_id = u.id and t.assignment <> 'manual')
        order by u.id for share of u`,
  );
  await rows(
    ctx,
    sql`select id from teams where tenant_id = ${ctx.tenantId} and assignment <> 'manual' order by id for no key update`,
  );
  return rows<TeamMember>(
    ctx,
    sql`select t.id as "teamId", t.assignment, t.turns::float8 as turns, u.id as "userId", u.max_open_chats as "maxOpenChats",
          m.last_turn::float8 as "lastTurn", case when u.role <> 'admin' then u.channel_ids end as "channelIds"
        from teams t join team_members m on m.tenant_id = t.tenant_id and m.team_id = t.id
        join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
        where t.tenant_id = ${ctx.tenantId} and t.assignment <> 'manual' and u.id = any(${users.map(({ id }) => id)}::uuid[])
          and u.status = 'active' and u.availability = 'available'
        order by t.id, u.id`,
  );
}

/** Saves the last turn of each member, and how many turns the team has had. */
export async function saveTurns(
  ctx: Ctx,
  teamId: string,
  turns: number,
  last: { userId: string; turn: number }[],
): Promise<void> {
  await rows(ctx, sql`update teams set turns = ${turns} where tenant_id = ${ctx.tenantId} and id = ${teamId}`);
  await rows(
    ctx,
    sql`update team_members m set last_turn = l.turn
        from unnest(${last.map(({ userId }) => userId)}::uuid[], ${last.map(({ turn }) => turn)}::bigint[]) as l(user_id, turn)
        where m.tenant_id = ${ctx.tenantId} and m.team_id = ${teamId} and m.user_id = l.user_id`,
  );
}
