import { SignJWT } from 'jose';
import { invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { withinQuota } from '../quotas/index.ts';
import { getTenant, type Mode } from '../tenants/index.ts';
import { activeUsers } from '../users/index.ts';
import type { KeyRing } from './keys.ts';
import type { Scope } from './scopes.ts';
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

type Owner = { tenantId: string; mode: Mode };

async function sign({ tenantId, mode }: Owner, token: AccessToken, keys: KeyRing): Promise<string> {
  const key = await keys.newest();
  const jwt = new SignJWT({ tid: tenantId, scope: token.scopes.join(' ') })
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
