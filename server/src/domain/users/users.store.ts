import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { User, UserStatus } from './user.ts';

export const userColumns = sql`u.id, u.name, u.email, u.role, u.status, u.account_id as "accountId", u.visibility, u.channel_ids as "channelIds",
  u.availability, u.max_open_chats as "maxOpenChats", u.created_at as "createdAt", u.updated_at as "updatedAt",
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by lower(t.name), t.id), '[]')
    from team_members m join teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id) as teams`;

export async function insertUser(ctx: Ctx, user: User): Promise<void> {
  await rows(
    ctx,
    sql`insert into users (tenant_id, id, name, email, role, status, visibility, channel_ids, availability, max_open_chats, created_at, updated_at)
        values (${ctx.tenantId}, ${user.id}, ${user.name}, ${user.email}, ${user.role}, ${user.status}, ${user.visibility}, ${user.channelIds},
          ${user.availability}, ${user.maxOpenChats}, ${user.createdAt}, ${user.updatedAt})`,
  );
}

export const selectUser = (ctx: Ctx, id: string) =>
  row<User>(ctx, sql`select ${userColumns} from users u where u.tenant_id = ${ctx.tenantId} and u.id = ${id}`);

export type UserChanges = Partial<
  Pick<User, 'name' | 'email' | 'role' | 'status' | 'visibility' | 'channelIds' | 'availability' | 'maxOpenChats'>
>;

export const updateUserRow = (
  ctx: Ctx,
  id: string,
  { name, email, role, status, visibility, channelIds, availability, maxOpenChats }: UserChanges,
) =>
  row<User>(
    ctx,
    sql`update users u set ${assignments(ctx, [
      [name, sql`name = ${name}`],
      [email, sql`email = ${email}`],
      [role, sql`role = ${role}`],
      [status, sql`status = ${status}`],
      [visibility, sql`visibility = ${visibility}`],
      [channelIds, sql`channel_ids = ${channelIds}`],
      [availability, sql`availability = ${availability}`],
      [maxOpenChats, sql`max_open_chats = ${maxOpenChats}`],
    ])} where u.tenant_id = ${ctx.tenantId} and u.id = ${id} returning ${userColumns}`,
  );

/** Connects a user without an account. Returns no row if the user has one already. */
export const updateAccount = (ctx: Ctx, id: string, accountId: string) =>
  row<{ id: string }>(
    ctx,
    sql`update users set account_id = ${accountId}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} and account_id is null returning id`,
  );

export async function clearAccount(ctx: Ctx, id: string, accountId: string): Promise<void> {
  await rows(
    ctx,
    sql`update users set account_id = null, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} and account_id = ${accountId}`,
  );
}

/**
 * Locks the active admins until the transaction ends, so that two concurrent changes cannot remove the last two. Returns their
 * ids.
 */
export const lockAdmins = async (ctx: Ctx): Promise<string[]> => {
  const statement = sql`select id from users where tenant_id = ${ctx.tenantId} and role = 'admin' and status = 'active' order by id for update`;
  return (await rows<{ id: string }>(ctx, statement)).map(({ id }) => id);
};

/** Locks these users against deletion until the transaction ends. Returns the status of those that exist. */
export const lockUsers = async (ctx: Ctx, ids: string[]): Promise<Map<string, UserStatus>> => {
  const there = await rows<{ id: string; status: UserStatus }>(
    ctx,
    sql`select id, status from users where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id for key share`,
  );
  return new Map(there.map(({ id, status }) => [id, status]));
};

/** Returns which of these channels exist. */
export const existingChannels = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const statement = sql`select id from channels where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`;
  return new Set((await rows<{ id: string }>(ctx, statement)).map(({ id }) => id));
};
