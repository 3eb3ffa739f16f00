import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Role } from '../users/index.ts';
import type { Place, View } from './view.ts';

export const viewColumns = sql`v.id, v.name, v.resource, v.query, v.sort_by as "sortBy", v.shared_with as "sharedWith",
  v.team_id as "teamId", v.created_by as "createdBy", v.created_at as "createdAt", v.updated_at as "updatedAt"`;

/** Returns the views that a user can see: own ones, shared ones that the user created, those of the user's teams and those for everyone. Without a user: all shared ones. */
export const visibleViews = (ctx: Ctx, userId: string | null): Sql => sql`(
  select * from saved_views s where s.tenant_id = ${ctx.tenantId} and (s.shared_with = 'everyone' or s.user_id = ${userId}::uuid
    or (s.shared_with <> 'nobody' and s.created_by = ${userId}::uuid)
    or (s.shared_with = 'team' and (${userId}::uuid is null or exists (
      select 1 from team_members m where m.tenant_id = ${ctx.tenantId} and m.team_id = s.team_id and m.user_id = ${userId}::uuid))))) v`;

export const selectView = (ctx: Ctx, id: string, userId: string | null) =>
  row<View>(
    ctx,
    sql`select ${viewColumns} from ${visibleViews(ctx, userId)} where v.tenant_id = ${ctx.tenantId} and v.id = ${id}`,
  );

type Fields = Pick<View, 'name' | 'query' | 'sortBy'> & Place;

export async function insertView(ctx: Ctx, view: Fields & Pick<View, 'id' | 'resource' | 'createdBy'>): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into saved_views (tenant_id, id, name, resource, query, sort_by, shared_with, user_id, team_id, created_by, created_at, updated_at)
        values (${ctx.tenantId}, ${view.id}, ${view.name}, ${view.resource}, ${view.query}, ${view.sortBy}, ${view.sharedWith},
          ${view.userId}, ${view.teamId}, ${view.createdBy}, ${now}, ${now})`,
  );
}

export const updateViewRow = (ctx: Ctx, id: string, { name, query, sortBy, sharedWith, userId, teamId }: Fields) =>
  row<View>(
    ctx,
    sql`update saved_views v set name = ${name}, query = ${query}, sort_by = ${sortBy}, shared_with = ${sharedWith}, user_id = ${userId},
          team_id = ${teamId}, updated_at = ${ctx.clock.now()}
        where v.tenant_id = ${ctx.tenantId} and v.id = ${id} returning ${viewColumns}`,
  );

export const selectRole = async (ctx: Ctx, userId: string): Promise<Role | undefined> =>
  (await row<{ role: Role }>(ctx, sql`select role from users where tenant_id = ${ctx.tenantId} and id = ${userId} for key share`))
    ?.role;
