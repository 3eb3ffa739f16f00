import { SignJWT } from 'jose';
import { invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { activeUsers } from '../people/index.ts';
import type { KeyRing } from './keys.ts';
import type { Scope } from './scopes.ts';
import { insertToken, revokeTokenRow } from './tokens.store.ts';

export const ISSUER = 'patchbay';
export const AUDIENCE = 'patchbay-api';
export const TOKEN_TYPE = 'at+jwt';

export type AccessToken = {
  id: string;
  name: string;
  subject: string;
  scopes: Scope[];
  /** Whose it is; null where it is a program's. */
  userId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
};

export type NewToken = { name: string; scopes: Scope[]; userId?: string | null | undefined; expiresAt?: Date | null };

/** The secret is in the answer and nowhere else: we keep only what is needed to revoke it. */
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
  };
  await inTransaction(ctx, async (ctx) => {
    if (token.userId !== null) await requireActive(ctx, token.userId);
    await insertToken(ctx, token);
  });
  return { token, accessToken: await sign(ctx.tenantId, token, keys) };
}

async function requireActive(ctx: Ctx, userId: string): Promise<void> {
  if (isId(userId) && (await activeUsers(ctx, [userId])).size === 1) return;
  throw invalidParam('userId', 'not_found', 'There is no active user with this id');
}

/** True when this call revoked it; every API process refuses it within seconds. */
export async function revokeToken(ctx: Ctx, tokenId: string): Promise<boolean> {
  return isId(tokenId) && (await revokeTokenRow(ctx, tokenId)) !== undefined;
}

async function sign(tenantId: string, token: AccessToken, keys: KeyRing): Promise<string> {
  const key = await keys.newest();
  const jwt = new SignJWT({ tid: tenantId, scope: token.scopes.join(' ') })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: TOKEN_TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(token.subject)
    .setJti(token.id)
    .setIssuedAt(token.createdAt);
  if (token.expiresAt) jwt.setExpirationTime(token.expiresAt);
  return jwt.sign(key.privateKey);
}
