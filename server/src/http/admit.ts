import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Feature, firstPlanWith, planHas } from '../domain/tenants/index.ts';
import type { Caller } from '../domain/tokens/index.ts';
import { Failure } from '../platform/errors.ts';
import type { Allowance } from '../platform/rate-limit.ts';
import type { HttpDeps } from './deps.ts';
import type { Version } from './index.ts';
import { featureNeeded, type Route } from './route.ts';

/**
 * Everything that is decided before the body is read, in the order the API promises:
 * version sunset, authentication, rate limit, scope, billing plan. Validation and existence come after.
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
  const caller = await authenticate(deps, request, reply);
  reply.header('patchbay-mode', caller.mode);
  request.caller = caller; // the log line says whose request it was, whatever becomes of it
  const allowance = await deps.rateLimiter.take(`rate:${caller.tenantId}`, caller.requestsPerMinute);
  reply.headers(rateLimitHeaders(allowance));
  if (!allowance.allowed) throw tooManyRequests(deps, allowance);
  if (route && !caller.scopes.has(route.scope)) throw lacksScope(caller, route);
  const feature = route && featureNeeded(route);
  if (feature && !planHas(caller.plan, feature)) throw planLacks(feature);
}

/** A person's token may have the scope and their role not: say so, or they would make one token after the other. */
const lacksScope = ({ userId }: Caller, { scope }: Route): Failure => {
  const who = userId === null ? 'this token lacks' : 'this token, or the role of its user, lacks';
  return new Failure('forbidden', { message: `Forbidden: ${who} the scope ${scope}` });
};

export const planLacks = (feature: Feature): Failure =>
  new Failure('insufficient_billing_plan', {
    message: `Insufficient billing plan: ${feature} need the plan ${firstPlanWith(feature)} or a larger one`,
  });

/** Good credentials are never slowed by someone else's bad ones: only failures count against an address. */
async function authenticate(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  try {
    return await deps.authenticate(request.headers.authorization);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    reply.header('www-authenticate', 'Bearer');
    throw await refuseStranger(deps, request, error, reply);
  }
}

/** The failure of a caller nobody knows, or that their address has had too many of them. */
export async function refuseStranger(
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

/** A refusal before any tenant is known still says what the caller's address may do. */
export async function addressHeaders(
  deps: Pick<HttpDeps, 'rateLimiter' | 'config'>,
  address: string,
): Promise<Record<string, string>> {
  return rateLimitHeaders(await deps.rateLimiter.peek(`logins:${address}`, deps.config.FAILED_LOGINS_PER_MINUTE));
}

const rateLimitHeaders = ({ limit, remaining, resetAtSeconds }: Allowance): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetAtSeconds),
});

export function tooManyRequests(deps: HttpDeps, { resetAtSeconds }: Allowance): Failure {
  const waitSeconds = Math.max(1, Math.ceil(resetAtSeconds - deps.clock.now().getTime() / 1000));
  return new Failure('too_many_requests', { headers: { 'retry-after': String(waitSeconds) } });
}
