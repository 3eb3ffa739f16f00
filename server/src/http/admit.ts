import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSession } from '../domain/accounts/index.ts';
import { type Feature, firstPlanWith, planHas } from '../domain/tenants/index.ts';
import { type Caller, callerOfSession } from '../domain/tokens/index.ts';
import { Failure } from '../platform/errors.ts';
import type { Allowance } from '../platform/rate-limit.ts';
import { createContext } from '../storage/context.ts';
import type { HttpDeps } from './deps.ts';
import type { Version } from './index.ts';
import { featureNeeded, type Route } from './route.ts';
import { isOwnFetch, sessionTokenOf } from './session-cookie.ts';

/**
 * Checks a request before its body is read, in the documented order: version sunset, authentication, rate limit, scope, visibility,
 * billing plan.
 * Validation and existence are checked later.
 */
export async function admit(
  deps: HttpDeps,
  version: Version,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(version.headers(deps.config));
  version.requireAlive(deps.config, deps.clock.now());
  const caller = await authenticate(deps, route, request, reply);
  reply.header('patchbay-mode', caller.mode);
  request.caller = caller; // the log line of every request names the caller
  const allowance = await deps.rateLimiter.take(bucketOf(caller), caller.requestsPerMinute);
  reply.headers(rateLimitHeaders(allowance));
  if (!allowance.allowed) throw tooManyRequests(deps, allowance);
  if (route?.access === 'person' && caller.userId === null) throw new Failure('user_required');
  if (route?.scope && !caller.scopes.has(route.scope)) throw lacksScope(caller, route);
  if (caller.viewer && route?.viewers === 'forbidden') throw isForbiddenToViewers();
  const feature = route && featureNeeded(route);
  if (feature && !planHas(caller.plan, feature)) throw planLacks(feature);
}

/** The programs of a tenant share a limit. Each person has one of their own, which programs cannot use up, and vice versa. */
const bucketOf = ({ kind, tenantId, userId }: Caller): string =>
  kind === 'person' ? `rate:person:${userId}` : `rate:${tenantId}`;

/** The token of a user may have the scope while the role of the user has not: the message names the cause. */
const lacksScope = ({ userId }: Caller, { scope }: Route): Failure => {
  const who = userId === null ? 'this token lacks' : 'this token, or the role of its user, lacks';
  return new Failure('forbidden', { message: `Forbidden: ${who} the scope ${scope}` });
};

const isForbiddenToViewers = (): Failure =>
  new Failure('forbidden', {
    message:
      'Forbidden: this operation reaches all conversations, and its user sees only some; ask an admin to change visibility or channelIds',
  });

export const planLacks = (feature: Feature): Failure =>
  new Failure('insufficient_billing_plan', {
    message: `Insufficient billing plan: ${feature} need the plan ${firstPlanWith(feature)} or a larger one`,
  });

/** Authenticates the caller. Only failures count against the address, so valid credentials are never limited by them. */
async function authenticate(
  deps: HttpDeps,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  try {
    if (route?.acceptsCookie && request.headers.authorization === undefined) return await authenticateByCookie(deps, request);
    return await deps.authenticate(request.headers.authorization);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    reply.header('www-authenticate', 'Bearer');
    throw await refuseUnauthenticated(deps, request, error, reply);
  }
}

/** Returns the caller of the session cookie, in the tenant of the latest user token. Other sites cannot use the cookie. */
async function authenticateByCookie(deps: HttpDeps, request: FastifyRequest): Promise<Caller> {
  const session = isOwnFetch(request)
    ? await findSession((ownerId) => createContext(deps, ownerId, { kind: 'read' }), sessionTokenOf(request))
    : undefined;
  if (session?.state !== 'active' || session.chosenTenantId === null) throw new Failure('unauthorized');
  return callerOfSession(deps, { id: session.id, tenantId: session.chosenTenantId });
}

/** Returns the failure of an unauthenticated caller, or `too_many_requests` when its address had too many failures. */
export async function refuseUnauthenticated(
  deps: HttpDeps,
  request: FastifyRequest,
  failure: Failure,
  reply?: FastifyReply,
): Promise<Failure> {
  deps.metrics.failedLogins.add(1);
  const allowance = await deps.rateLimiter.take(`logins:${request.ip}`, deps.config.FAILED_LOGINS_PER_MINUTE);
  reply?.headers(rateLimitHeaders(allowance));
  return allowance.allowed ? failure : tooManyRequests(deps, allowance);
}

/** Returns the rate-limit headers of an address, for responses without a tenant. */
export async function addressHeaders(
  deps: Pick<HttpDeps, 'rateLimiter' | 'config'>,
  address: string,
): Promise<Record<string, string>> {
  return rateLimitHeaders(await deps.rateLimiter.peek(`logins:${address}`, deps.config.FAILED_LOGINS_PER_MINUTE));
}

export const rateLimitHeaders = ({ limit, remaining, resetAtSeconds }: Allowance): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetAtSeconds),
});

export function tooManyRequests(deps: HttpDeps, { resetAtSeconds }: Allowance): Failure {
  const waitSeconds = Math.max(1, Math.ceil(resetAtSeconds - deps.clock.now().getTime() / 1000));
  return new Failure('too_many_requests', { headers: { 'retry-after': String(waitSeconds) } });
}
