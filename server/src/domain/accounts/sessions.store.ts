import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Session } from './account.ts';

const columns = sql`id, account_id as "accountId", state, methods, only_tenant_id as "onlyTenantId",
  chosen_tenant_id as "chosenTenantId", chosen_user_id as "chosenUserId", user_agent as "userAgent", address,
  created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"`;

export async function insertSession(ctx: Ctx, session: Session, tokenHash: Buffer): Promise<void> {
  await rows(
    ctx,
    sql`insert into sessions (account_id, id, token_hash, state, methods, only_tenant_id, user_agent, address, created_at, last_used_at,
          expires_at)
        values (${session.accountId}, ${session.id}, ${tokenHash}, ${session.state}, ${session.methods}, ${session.onlyTenantId},
          ${session.userAgent}, ${session.address}, ${session.createdAt}, ${session.lastUsedAt}, ${session.expiresAt})`,
  );
}

export const selectByToken = (ctx: Ctx, tokenHash: Buffer) =>
  row<Session>(
    ctx,
    sql`select ${columns} from sessions
        where account_id = ${ctx.tenantId} and token_hash = ${tokenHash} and expires_at > ${ctx.clock.now()}`,
  );

export const selectSession = (ctx: Ctx, id: string) =>
  row<Session>(ctx, sql`select ${columns} from sessions where account_id = ${ctx.tenantId} and id = ${id}`);

/** Returns the sessions that have not expired, the latest used first. */
export const selectSessions = (ctx: Ctx) =>
  rows<Session>(
    ctx,
    sql`select ${columns} from sessions where account_id = ${ctx.tenantId} and expires_at > ${ctx.clock.now()}
        order by last_used_at desc, id desc`,
  );

/** Deletes expired sessions, and the least recently used ones beyond `most`. */
export async function deleteSurplus(ctx: Ctx, most: number): Promise<void> {
  await rows(
    ctx,
    sql`delete from sessions where account_id = ${ctx.tenantId} and (expires_at <= ${ctx.clock.now()} or id in (
          select id from sessions where account_id = ${ctx.tenantId} order by last_used_at desc, id desc offset ${most}))`,
  );
}

/** Stores the new token of a session, and with it its state and methods. The token before no longer works. */
export const updateToken = (
  ctx: Ctx,
  id: string,
  { tokenHash, state, methods }: Pick<Session, 'state' | 'methods'> & { tokenHash: Buffer },
) =>
  row<Session>(
    ctx,
    sql`update sessions set token_hash = ${tokenHash}, state = ${state}, methods = ${methods}, last_used_at = ${ctx.clock.now()}
        where account_id = ${ctx.tenantId} and id = ${id} returning ${columns}`,
  );

type Use = { id: string; tenantId: string; userId: string; expiresAt: Date };

/** Records the use of an active session and its chosen tenant. Returns no row if it was ended meanwhile. */
export const updateUse = (ctx: Ctx, { id, tenantId, userId, expiresAt }: Use) =>
  row<{ id: string }>(
    ctx,
    sql`update sessions set last_used_at = ${ctx.clock.now()}, expires_at = ${expiresAt}, chosen_tenant_id = ${tenantId},
          chosen_user_id = ${userId}
        where account_id = ${ctx.tenantId} and id = ${id} and state = 'active' returning id`,
  );

/** Lets a session act in the tenant of the context. */
export async function upsertSessionTenant(ctx: Ctx, { id, accountId }: Session, userId: string): Promise<void> {
  await rows(
    ctx,
    sql`insert into session_tenants (tenant_id, session_id, account_id, user_id, created_at)
        values (${ctx.tenantId}, ${id}, ${accountId}, ${userId}, ${ctx.clock.now()})
        on conflict (tenant_id, session_id) do update set user_id = excluded.user_id`,
  );
}

/** Deletes one session, or all but one. The rows in `session_tenants`, and so the user tokens, go with them. */
export const deleteSessions = async (ctx: Ctx, which: { id: string } | { except: string | null }): Promise<string[]> => {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`id is distinct from ${which.except}::uuid`;
  const gone = await rows<{ id: string }>(
    ctx,
    sql`delete from sessions where account_id = ${ctx.tenantId} and ${condition} returning id`,
  );
  return gone.map(({ id }) => id);
};
