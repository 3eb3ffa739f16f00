import type { JWK } from 'jose';
import sql from 'sql-template-tag';
import { createBatcher } from '../../storage/batcher.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import type { Database } from '../../storage/database.ts';
import type { Visibility } from '../../storage/viewer.ts';
import type { Plan } from '../tenants/index.ts';
import type { Role } from '../users/index.ts';
import type { AccessToken } from './tokens.ts';

export type SigningKeyRow = { kid: string; public_jwk: JWK; sealed_private_jwk: Buffer };

/** Returns the signing keys, newest first; the first one signs. They belong to the installation, so no tenant is set. */
export const selectSigningKeys = async (database: Database): Promise<SigningKeyRow[]> => {
  const text = 'select kid, public_jwk, sealed_private_jwk from signing_keys where retired_at is null order by created_at desc';
  return (await database.pool.query<SigningKeyRow>(text)).rows;
};

export const insertSigningKey = async (database: Database, key: SigningKeyRow, now: Date): Promise<void> => {
  await database.pool.query(
    'insert into signing_keys (kid, public_jwk, sealed_private_jwk, created_at) values ($1, $2, $3, $4)',
    [key.kid, key.public_jwk, key.sealed_private_jwk, now],
  );
};

export const retireSigningKey = async (database: Database, kid: string, now: Date): Promise<boolean> => {
  const text = 'update signing_keys set retired_at = $2 where kid = $1 and retired_at is null';
  return (await database.pool.query(text, [kid, now])).rowCount === 1;
};

export async function insertToken(ctx: Ctx, token: AccessToken): Promise<void> {
  await rows(
    ctx,
    sql`insert into access_tokens (tenant_id, id, name, subject, scopes, user_id, created_at, expires_at)
        values (${ctx.tenantId}, ${token.id}, ${token.name}, ${token.subject}, ${token.scopes}, ${token.userId}, ${token.createdAt},
          ${token.expiresAt})`,
  );
}

const liveTokens = prepared(
  'live_tokens',
  sql`select a.id as "tokenId", t.plan, t.rate_limit_per_minute, t.is_sandbox as "isSandbox", a.user_id, u.role,
        u.visibility, u.channel_ids as "channelIds",
        case when u.visibility = 'teams' then array(
          select m.team_id from team_members m where m.tenant_id = a.tenant_id and m.user_id = a.user_id order by m.team_id) end as "teamIds"
      from access_tokens a join tenants t on t.tenant_id = a.tenant_id
      left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
      where a.tenant_id = $1 and a.id = any($2::uuid[]) and a.revoked_at is null and (a.user_id is null or u.status = 'active')`,
);

const liveSession = prepared(
  'live_session',
  sql`select t.plan, t.rate_limit_per_minute, t.is_sandbox as "isSandbox", s.user_id, u.role,
        u.visibility, u.channel_ids as "channelIds",
        case when u.visibility = 'teams' then array(
          select m.team_id from team_members m where m.tenant_id = s.tenant_id and m.user_id = s.user_id order by m.team_id) end as "teamIds"
      from session_tenants s
      join tenants t on t.tenant_id = s.tenant_id
      join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.account_id = s.account_id
      where s.tenant_id = $1 and s.session_id = $2 and u.status = 'active'`,
);

export type LiveToken = {
  plan: Plan;
  rate_limit_per_minute: number | null;
  isSandbox: boolean;
  user_id: string | null;
  role: Role | null;
  visibility: Visibility | null;
  channelIds: string[] | null;
  /** Null unless the visibility is `teams`. */
  teamIds: string[] | null;
};

/**
 * Returns the plan, and the role and visibility of the user, if the token is not revoked and its user is active. Tokens that are looked up
 * in one tick share a query: open feeds have theirs checked every few seconds.
 */
export const selectLiveToken = createBatcher<string, LiveToken | undefined>(async (ctx, tokenIds) => {
  const found = await rows<LiveToken & { tokenId: string }>(ctx, liveTokens(ctx.tenantId, [...new Set(tokenIds)]));
  const byId = new Map(found.map((one) => [one.tokenId, one]));
  return tokenIds.map((id) => byId.get(id));
});

/** Returns the same for a session that may act in the tenant. It ends with the session and with the user. */
export const selectLiveSession = (ctx: Ctx, sessionId: string) => row<LiveToken>(ctx, liveSession(ctx.tenantId, sessionId));

export const revokeTokenRow = (ctx: Ctx, tokenId: string) =>
  row<{ id: string }>(
    ctx,
    sql`update access_tokens set revoked_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${tokenId} and revoked_at is null returning id`,
  );

const noting = prepared(
  'note_token_use',
  sql`insert into access_token_use as known (tenant_id, token_id, last_used_at)
      select $1, id, $3 from unnest($2::uuid[]) id order by id -- concurrent statements lock in one order
      on conflict (tenant_id, token_id) do update set last_used_at = excluded.last_used_at
      where known.last_used_at <= excluded.last_used_at - make_interval(secs => $4)`,
);

/** The time of the last use is right to this. */
export const NOTE_EVERY_SECONDS = 60;

/** Stores the use of a token, unless another process stored one shortly before. Uses of one tick share a statement. */
export const noteTokenUse = createBatcher<string>(async (ctx, tokenIds) => {
  await rows(ctx, noting(ctx.tenantId, [...new Set(tokenIds)], ctx.clock.now(), NOTE_EVERY_SECONDS));
  return undefined;
});
