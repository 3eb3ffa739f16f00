import { type JWTPayload, type JWTVerifyGetKey, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type CtxDeps, createContext } from '../../storage/context.ts';
import type { Viewer } from '../../storage/viewer.ts';
import { type Mode, modeOf, type Plan, requestsPerMinute } from '../tenants/index.ts';
import { viewerOf } from '../users/index.ts';
import type { KeyRing } from './keys.ts';
import { effectiveScopes, roles, scopesOfClaim } from './scopes.ts';
import { type LiveToken, NOTE_EVERY_SECONDS, noteTokenUse, selectLiveSession, selectLiveToken } from './tokens.store.ts';
import { audiences, ISSUER, TEST_PREFIX, TOKEN_TYPE } from './tokens.ts';

/** The authenticated caller. */
export type Caller = {
  tenantId: string;
  /** A person who signed in, or a program with an access token (which may belong to a user). They have separate rate limits. */
  kind: 'integration' | 'person';
  /** The access token; for a person the session, in the audit log and the request log too. */
  tokenId: string;
  /** The session of a person; null for a program. */
  sessionId: string | null;
  /** The user of the token; null for a token without a user. */
  userId: string | null;
  /** The limits of what the user sees; null for a token without a user, an admin, and a user who sees everything. */
  viewer: CallerView | null;
  scopes: ReadonlySet<string>;
  /** Whether the channels of the tenant use the providers or the sandbox. */
  mode: Mode;
  plan: Plan;
  requestsPerMinute: number;
};

/** The viewer of statements, and the teams of a user who sees those of teams: open feeds end when one of them changes. */
type CallerView = Viewer & { readonly teamIds: readonly string[] | null };

/** A revoked token, a changed plan, role, status or visibility takes effect everywhere within this time plus one query. */
const TRUST_FOR_MS = 3_000;
/** A person who works in the console needs a few requests per chat; nobody types faster than this. */
const PERSON_REQUESTS_PER_MINUTE = 600;
const REMEMBERED_TOKENS = 50_000;
const LONGEST_TOKEN = 4_096;
const KNOWN_HEADERS = new Set(['alg', 'kid', 'typ']);

type Verified = {
  kid: string;
  mode: Mode;
  tenantId: string;
  tokenId: string;
  /** The session of a user token; null for an access token. */
  sessionId: string | null;
  scopes: ReadonlySet<string>;
  expiresAtMs: number;
};
type Remembered = Verified & { caller?: Caller; trustedUntilMs: number; notedAtMs: number };

type AuthenticatorDeps = CtxDeps & { keys: KeyRing };

export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** Verifies a signature once per token and process; reads the state of the token again every few seconds. */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticate {
  const seen = new LRUCache<string, Remembered>({ max: REMEMBERED_TOKENS });
  return async (authorization) => {
    const token = bearerToken(authorization);
    const nowMs = deps.clock.now().getTime();
    let known = seen.get(token);
    if (!known) {
      known = { ...(await verify(token, deps.keys, deps.clock)), trustedUntilMs: 0, notedAtMs: 0 };
      seen.set(token, known);
    }
    if (nowMs >= known.expiresAtMs) throw new Failure('unauthorized');
    if (known.caller && nowMs < known.trustedUntilMs) return known.caller;
    known.caller = await lookUp(deps, known);
    known.trustedUntilMs = nowMs + TRUST_FOR_MS;
    if (known.caller.kind === 'integration') noteUse(deps, known, nowMs); // user tokens have no row
    return known.caller;
  };
}

/** Stores when a token was last used, at most once a minute. No request waits for it, and none fails because of it. */
function noteUse(deps: AuthenticatorDeps, token: Remembered, nowMs: number): void {
  if (nowMs - token.notedAtMs < NOTE_EVERY_SECONDS * 1000) return;
  token.notedAtMs = nowMs;
  noteTokenUse(createContext(deps, token.tenantId), token.tokenId).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'failed to store the last use of a token'),
  );
}

/** The scheme is case-insensitive (RFC 9110) and followed by one or more spaces. */
const BEARER = /^bearer +/i;

function bearerToken(authorization = ''): string {
  const token = BEARER.test(authorization) ? authorization.replace(BEARER, '') : '';
  if (token === '' || token.length > LONGEST_TOKEN) throw new Failure('unauthorized');
  return token;
}

/** Accepts one encoding of a token only: no padding, no spare bits. A lenient decoder would accept others. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/**
 * Verifies a token. The algorithm is fixed, the key comes from our own list only, and headers that could name another key are
 * refused.
 */
async function verify(given: string, keys: KeyRing, clock: Clock): Promise<Verified> {
  const mode: Mode = given.startsWith(TEST_PREFIX) ? 'sandbox' : 'live';
  const token = mode === 'sandbox' ? given.slice(TEST_PREFIX.length) : given;
  if (!isCanonical(token)) throw new Failure('unauthorized');
  const ownKey: JWTVerifyGetKey = async (header: ProtectedHeaderParameters) => {
    const strange = Object.keys(header).some((name) => !KNOWN_HEADERS.has(name));
    const key = strange || typeof header.kid !== 'string' ? undefined : await keys.find(header.kid);
    if (!key) throw new Failure('unauthorized');
    return key.publicKey;
  };
  const audience = audiences[mode]; // the audience is signed, so adding or removing the prefix does not make a valid token
  const checks = { algorithms: ['EdDSA'], issuer: ISSUER, audience, typ: TOKEN_TYPE, currentDate: clock.now() };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, ownKey, checks);
    return { ...toVerified(payload), kid: protectedHeader.kid as string, mode };
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    throw new Failure('unauthorized');
  }
}

type Claims = JWTPayload & { tid?: unknown; scope?: unknown; sid?: unknown };

function toVerified({ tid, jti, scope, sid, exp }: Claims): Omit<Verified, 'kid' | 'mode'> {
  const whole = typeof tid === 'string' && typeof jti === 'string' && typeof scope === 'string' && isId(tid) && isId(jti);
  if (!whole) throw new Failure('unauthorized');
  if (sid !== undefined && !(typeof sid === 'string' && isId(sid))) throw new Failure('unauthorized');
  const expiresAtMs = exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000;
  return { tenantId: tid, tokenId: jti, sessionId: sid ?? null, scopes: scopesOfClaim(scope), expiresAtMs };
}

/**
 * Returns whether an error is the fault of the caller: errors of jose have ERR_J... codes; all others come from reading the key.
 */
const isDatabaseTrouble = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return !(error instanceof Failure) && typeof code === 'string' && !code.startsWith('ERR_J');
};

/**
 * Returns the caller if key and token are not revoked and the token has the mode of the tenant, with the current plan and role.
 */
async function lookUp(deps: AuthenticatorDeps, token: Verified): Promise<Caller> {
  if (!(await deps.keys.find(token.kid))) throw new Failure('unauthorized');
  const ctx = createContext(deps, token.tenantId, { kind: 'read' });
  const { sessionId } = token;
  const live = await (sessionId === null ? selectLiveToken(ctx, token.tokenId) : selectLiveSession(ctx, sessionId));
  if (!live || modeOf(live) !== token.mode) throw new Failure('unauthorized');
  return toCaller(token, live);
}

function toCaller(
  { tenantId, tokenId, sessionId, scopes, mode }: Omit<Verified, 'kid' | 'expiresAtMs'>,
  live: LiveToken,
): Caller {
  const isPerson = sessionId !== null;
  return {
    tenantId,
    kind: isPerson ? 'person' : 'integration',
    tokenId: sessionId ?? tokenId,
    sessionId,
    userId: live.user_id,
    viewer: viewOf(live),
    scopes: effectiveScopes(scopes, live.role),
    mode,
    plan: live.plan,
    requestsPerMinute: isPerson ? PERSON_REQUESTS_PER_MINUTE : requestsPerMinute(live.plan, live.rate_limit_per_minute),
  };
}

/**
 * Returns the caller of a session without a user token, in the tenant that the session chose. For requests that a browser makes by
 * itself, such as those of images.
 */
export async function callerOfSession(deps: CtxDeps, { id, tenantId }: { id: string; tenantId: string }): Promise<Caller> {
  const live = await selectLiveSession(createContext(deps, tenantId, { kind: 'read' }), id);
  if (!live?.role) throw new Failure('unauthorized');
  return toCaller({ tenantId, tokenId: id, sessionId: id, scopes: new Set(roles[live.role]), mode: modeOf(live) }, live);
}

function viewOf({ user_id: id, role, visibility, channelIds, teamIds }: LiveToken): CallerView | null {
  const viewer = id !== null && role !== null && visibility !== null && viewerOf({ id, role, visibility, channelIds });
  return viewer ? { ...viewer, teamIds } : null;
}
