import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { Team, TeamChanges } from './teams.ts';

export const teamColumns = sql`t.id, t.name, t.assignment, t.created_at as "createdAt", t.updated_at as "updatedAt",
  (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'status', u.status)
      order by lower(u.name), u.id), '[]')
    from team_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where m.tenant_id = t.tenant_id and m.team_id = t.id) as members`;

export async function insertTeam(ctx: Ctx, id: string, { name, assignment }: Pick<Team, 'name' | 'assignment'>): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into teams (tenant_id, id, name, assignment, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${name}, ${assignment}, ${now}, ${now})`,
  );
}

export const selectTeam = (ctx: Ctx, id: string) =>
  row<Team>(ctx, sql`select ${teamColumns} from teams t where t.tenant_id = ${ctx.tenantId} and t.id = ${id}`);

/** Updates a team and its updatedAt. Returns whether it exists. */
export const updateTeamRow = async (ctx: Ctx, id: string, { name, assignment }: TeamChanges): Promise<boolean> => {
  const changed = assignments(ctx, [
    [name, sql`name = ${name}`],
    [assignment, sql`assignment = ${assignment}`],
  ]);
  const statement = sql`update teams set ${changed} where tenant_id = ${ctx.tenantId} and id = ${id} returning id`;
  return (await row(ctx, statement)) !== undefined;
};

/** Locks these teams until the transaction ends. Returns the ids that exist. */
export const lockTeams = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const there = await rows<{ id: string }>(
    ctx,
    sql`select id from teams where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id for key share`,
  );
  return new Set(there.map(({ id }) => id));
};

/** Adds members. Returns whether one of them is new. */
export const insertMembers = async (ctx: Ctx, teamId: string, userIds: string[]): Promise<boolean> => {
  const added = await rows(
    ctx,
    sql`insert into team_members (tenant_id, team_id, user_id, created_at)
        select ${ctx.tenantId}, ${teamId}, unnest(${userIds}::uuid[]), ${ctx.clock.now()} on conflict do nothing returning user_id`,
  );
  return added.length > 0;
};

/** Removes a member. Returns whether the user was one. */
export const deleteMember = async (ctx: Ctx, teamId: string, userId: string): Promise<boolean> => {
  const statement = sql`delete from team_members
    where tenant_id = ${ctx.tenantId} and team_id = ${teamId} and user_id = ${userId} returning user_id`;
  return (await row(ctx, statement)) !== undefined;
};
