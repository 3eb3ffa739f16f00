import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSession, type Session } from '../domain/accounts/index.ts';
import { Failure } from '../platform/errors.ts';
import { type Ctx, createContext } from '../storage/context.ts';
import { rateLimitHeaders, refuseUnauthenticated, tooManyRequests } from './admit.ts';
import { send, success } from './answer.ts';
import type { HttpDeps } from './deps.ts';
import type { Version } from './index.ts';
import { retryOnDeadlock } from './retry-on-deadlock.ts';
import type { OpenScope, Route } from './route.ts';
import { requireOwnOrigin, sessionCookie, sessionTokenOf } from './session-cookie.ts';
import { originOf } from './trace-requests.ts';
import { validate } from './validate.ts';

/** Requests per minute of one address to all operations without a token. An office can share an address. */
const OPEN_REQUESTS_PER_MINUTE = 600;

/** Checks a request without a token before its body is read: only its address can be limited. */
export async function admitOpen(deps: HttpDeps, version: Version, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(version.headers(deps.config));
  const allowance = await deps.rateLimiter.take(`open:${request.ip}`, OPEN_REQUESTS_PER_MINUTE);
  reply.headers(rateLimitHeaders(allowance));
  if (!allowance.allowed) throw tooManyRequests(deps, allowance);
}

/** Checks the origin and the session, validates the body, runs the handler and sends the response. */
export async function answerOpen(
  deps: HttpDeps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireOwnOrigin(deps.config, request, route.access === 'session');
  const contextOf = (ownerId: string): Ctx =>
    createContext({ ...deps, log: request.log as Ctx['log'] }, ownerId, { kind: 'write', origin: originOf(request) });
  const sessionToken = sessionTokenOf(request);
  const session = await findSession(contextOf, sessionToken);
  if (route.access === 'session') await requireSession(deps, route, session, request, reply);
  const { 'user-agent': userAgent = '' } = request.headers;
  const scope: OpenScope = {
    ...deps,
    requestId: request.id,
    contextOf,
    visitor: { address: request.ip, userAgent, requestId: request.id },
    session,
    sessionToken,
    setSessionCookie: (token) => {
      void reply.header('set-cookie', sessionCookie(token));
    },
    afterAnswer: (work) => afterAnswer(deps, reply, work),
  };
  const params = request.params as Record<string, string>;
  const body = validate(route.body, request.body);
  const result = await retryOnDeadlock(
    () => serveOf(route)({ params, body }, scope),
    () => deps.metrics.requestsRetried.add(1),
  );
  return send(reply, success(deps, route, result));
}

const serveOf = ({ serve, operationId }: Route): NonNullable<Route['serve']> => {
  if (!serve) throw new Error(`${operationId} has no handler`);
  return serve;
};

async function requireSession(
  deps: HttpDeps,
  { allowsPending }: Route,
  session: Session | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!session) throw await refuseUnauthenticated(deps, request, new Failure('unauthorized', { message: NO_SESSION }), reply);
  if (session.state !== 'active' && !allowsPending) throw new Failure('second_factor_required');
}

const NO_SESSION = 'Unauthorized: there is no session cookie, or its session has ended; sign in';

function afterAnswer({ log }: HttpDeps, reply: FastifyReply, work: () => Promise<void>): void {
  const run = () => void work().catch((error: unknown) => log.error({ err: error }, 'failed to finish work after a response'));
  if (reply.raw.destroyed) run();
  else reply.raw.once('close', run);
}
