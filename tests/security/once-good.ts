import { setTimeout as wait } from 'node:timers/promises';
import { type CryptoKey, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import {
  createKeyRing,
  issueToken,
  retireKey,
  revokeToken,
  rotateSigningKey,
  scopes,
} from '../../server/src/domain/tokens/index.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import { send } from './client.ts';
import type { Environment } from './environment.ts';
import type { Json } from './forge.ts';
import { bearer, type Material, type Variant } from './forgeries.ts';

/** Longer than a process caches tokens and keys. */
const FORGOTTEN_AFTER_MS = 5_000;
/** Longer than a process waits before it loads unknown keys. */
const NEW_KEY_KNOWN_AFTER_MS = 2_100;

/** A valid token of one tenant, and what an attacker could know or an operator could sign by mistake. */
export async function readMaterial({ deps }: Environment): Promise<Material> {
  const [tenant, other] = [await createTestTenant(deps), await createTestTenant(deps)];
  const key = await deps.keys.newest();
  const signed = (header: Json, payload: Json): Promise<string> =>
    new SignJWT(payload)
      .setProtectedHeader(header as { alg: string })
      .sign(key.privateKey, { crit: Object.fromEntries(((header.crit as string[]) ?? []).map((name) => [name, true])) })
      .catch(async () => signRaw(key.privateKey, header, payload));
  return {
    good: tenant.token,
    header: decodeProtectedHeader(tenant.token) as Json,
    payload: decodeJwt(tenant.token) as Json,
    publicJwk: key.publicJwk,
    otherTenant: { id: other.id, tokenId: String(decodeJwt(other.token).jti) },
    signed,
  };
}

/** Signs what jose refuses to sign, such as an empty crit. */
async function signRaw(key: CryptoKey, header: Json, payload: Json): Promise<string> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${Buffer.from(await crypto.subtle.sign('Ed25519', key, Buffer.from(input))).toString('base64url')}`;
}

/** Tokens that were valid and are cached by the server: revoked, expired, or signed by a retired key. */
export async function onceGood(environment: Environment, baseUrl: string): Promise<Variant[]> {
  const { deps } = environment;
  const { ctx } = await createTestTenant(deps);
  const wanted = { name: 'once good', scopes: [...scopes] };
  const revoked = await issueToken(ctx, deps.keys, wanted);
  const expiring = await issueToken(ctx, deps.keys, { ...wanted, expiresAt: new Date(Date.now() + 2_000) });
  const kid = await rotateSigningKey(deps);
  const retired = await issueToken(ctx, createKeyRing(deps), wanted);
  if (decodeProtectedHeader(retired.accessToken).kid !== kid) throw new Error('The new key does not sign');
  await wait(NEW_KEY_KNOWN_AFTER_MS);
  for (const { accessToken } of [revoked, retired]) await mustPass(baseUrl, accessToken);
  await revokeToken(ctx, revoked.token.id);
  await retireKey(deps, kid);
  await wait(FORGOTTEN_AFTER_MS);
  return [
    bearer(['revoked', revoked.accessToken]),
    bearer(['expired, as we issued it', expiring.accessToken]),
    bearer(['signed by a retired key', retired.accessToken]),
  ];
}

async function mustPass(baseUrl: string, token: string): Promise<void> {
  const { status } = await send(baseUrl, { method: 'POST', path: '/v3/labels/search', token, body: {} });
  if (status !== 200) throw new Error(`A good token was refused with ${status}`);
}
