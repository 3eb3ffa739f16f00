import { SignJWT } from 'jose';
import { invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { withinQuota } from '../quotas/index.ts';
import { getTenant, type Mode } from '../tenants/index.ts';
import { activeUsers, type Role } from '../users/index.ts';
import type { KeyRing } from './keys.ts';
import { roles, type Scope } from './scopes.ts';
import { insertToken, revokeTokenRow } from './tokens.store.ts';

export const ISSUER = 'patchbay';
/** The audience of a token. Test tokens have another audience, so that they are not accepted as real ones. */
export const audiences: Record<Mode, string> = { live: 'patchbay-api', sandbox: 'patchbay-sandbox-api' };
/** The prefix of all test tokens, so that a reader recognises one in a file, a log or a form. */
export const TEST_PREFIX = 'test_';
export const TOKEN_TYPE = 'at+jwt';

export type AccessToken = {
  id: string;
  name: string;
  subject: string;
  scopes: Scope[];
  /** The user; null for a token without a user. */
  userId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** When it was last used, to the minute; null if never. */
  lastUsedAt: Date | null;
};

export type NewToken = { name: string; scopes: Scope[]; userId?: string | null | undefined; expiresAt?: Date | null };

/** Issues a token. Only this result contains it; we store only what is needed to revoke it. */
export async function issueToken(
  ctx: Ctx,
  keys: KeyRing,
  wanted: NewToken,
): Promise<{ token: AccessToken; accessToken: string }> {
  const id = idFor(ctx);
  const token: AccessToken = {
    id,
    name: wanted.name,
    subject: `token:${id}`,
    scopes: wanted.scopes,
    userId: wanted.userId?.toLowerCase() ?? null,
    createdAt: ctx.clock.now(),
    expiresAt: wanted.expiresAt ?? null,
    lastUsedAt: null,
  };
  const { mode } = await withinQuota(ctx, 'tokens', async (ctx) => {
    if (token.userId !== null) await requireActive(ctx, token.userId);
    await insertToken(ctx, token);
    return getTenant(ctx);
  });
  return { token, accessToken: await sign({ tenantId: ctx.tenantId, mode }, token, keys) };
}

async function requireActive(ctx: Ctx, userId: string): Promise<void> {
  if (isId(userId) && (await activeUsers(ctx, [userId])).size === 1) return;
  throw invalidParam('userId', 'not_found', 'There is no active user with this id');
}

/** Revokes a token. Returns whether it was valid; all API processes refuse it within seconds. */
export async function revokeToken(ctx: Ctx, tokenId: string): Promise<boolean> {
  return isId(tokenId) && (await revokeTokenRow(ctx, tokenId)) !== undefined;
}

/** A user token is short-lived: a stolen one is soon worth nothing, and a new one costs one request. */
const USER_TOKEN_MS = 10 * 60 * 1000;

type NewUserToken = { sessionId: string; userId: string; role: Role; mode: Mode };

/** Signs a token for a person. It works while the session may act in the tenant, with the current role of the user. */
export async function signUserToken(
  ctx: Ctx,
  keys: KeyRing,
  { sessionId, userId, role, mode }: NewUserToken,
): Promise<{ accessToken: string; expiresAt: Date }> {
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + USER_TOKEN_MS);
  const token = { id: idFor(ctx), subject: `user:${userId}`, scopes: [...roles[role]], createdAt, expiresAt, sessionId };
  return { accessToken: await sign({ tenantId: ctx.tenantId, mode }, token, keys), expiresAt };
}

type Owner = { tenantId: string; mode: Mode };
type Signed = Pick<AccessToken, 'id' | 'subject' | 'scopes' | 'createdAt' | 'expiresAt'> & { sessionId?: string };

async function sign({ tenantId, mode }: Owner, token: Signed, keys: KeyRing): Promise<string> {
  const key = await keys.newest();
  const jwt = new SignJWT({ tid: tenantId, scope: token.scopes.join(' '), ...(token.sessionId && { sid: token.sessionId }) })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: TOKEN_TYPE })
    .setIssuer(ISSUER)
    .setAudience(audiences[mode])
    .setSubject(token.subject)
    .setJti(token.id)
    .setIssuedAt(token.createdAt);
  if (token.expiresAt) jwt.setExpirationTime(token.expiresAt);
  const signed = await jwt.sign(key.privateKey);
  return mode === 'sandbox' ? TEST_PREFIX + signed : signed;
}
