import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Received } from '../domain/files/index.ts';
import { quotaExceeded, quotaOf } from '../domain/quotas/index.ts';
import { planHas } from '../domain/tenants/index.ts';
import type { Caller } from '../domain/tokens/index.ts';
import { Failure, failures } from '../platform/errors.ts';
import { feedKey, type Lease } from '../platform/leases.ts';
import { type Ctx, type CtxOptions, createContext } from '../storage/context.ts';
import { createDeparture } from '../storage/departure.ts';
import { planLacks } from './admit.ts';
import { withAuditEntry } from './audit.ts';
import { boundedFailure } from './bounded-failure.ts';
import type { HttpDeps } from './deps.ts';
import { type Answer, idempotencyKey, once } from './idempotency/idempotency.ts';
import { retryOnDeadlock } from './retry-on-deadlock.ts';
import { onlyReads, type RequestScope, type Route } from './route.ts';
import { sendBytes } from './send-file.ts';
import { sendHtml } from './send-html.ts';
import { checkRegularly } from './stream-checks.ts';
import { originOf } from './trace-requests.ts';
import { withUpload } from './upload.ts';
import { validate } from './validate.ts';

/** Validates the body, runs the handler (once per Idempotency-Key, if there is one) and sends the response. */
export async function answer(
  deps: HttpDeps,
  route: Route,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params = request.params as Record<string, string>;
  requirePlan(route, caller, request.body);
  const body = validate(route.body, request.body);
  const ctx = createContext({ ...deps, log: request.log as Ctx['log'] }, caller.tenantId, {
    ...workOf(route, reply),
    viewer: caller.viewer ?? undefined,
    origin: originOf(request),
  });
  const scope: RequestScope = { ...deps, caller, requestId: request.id };
  if (route.stream && request.method === 'HEAD') return reply.headers(STREAM_HEADERS).send();
  if (route.stream) {
    const lease = await takeFeedLease(deps, caller);
    if (reply.raw.destroyed)
      lease.release(); // the caller left before the lease was taken
    else reply.raw.once('close', lease.release);
    return stream(deps, caller, request, reply, route.stream(ctx, { query: queryOf(request), headers: request.headers }, scope));
  }
  if (route.bytes) return sendBytes(request, reply, await route.bytes(ctx, { params }, scope));
  if (route.html) return sendHtml(reply, await route.html(ctx, { params, query: queryOf(request) }, scope));
  const repeatable = route.method === 'POST' || route.method === 'PUT';
  const key = repeatable ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const finish = async (upload?: Received): Promise<Answer & { replayed?: boolean }> => {
    const call = { route, params, body, scope };
    const run = async (ctx: Ctx): Promise<Answer> =>
      success(deps, route, await withAuditEntry(ctx, call, (ctx) => route.handle(ctx, { params, body, upload }, scope)));
    const asked = key !== undefined && {
      operation: `${ownerOfKeys(caller)}${request.method} ${request.url.split('?')[0]}`,
      key,
      rawBody: request.rawBody,
    };
    return retryOnDeadlock(
      () => (asked ? once(ctx, asked, deps.secrets, run, refusal) : run(ctx)),
      () => deps.metrics.requestsRetried.add(1),
    );
  };
  const { replayed, ...first } = await (route.upload ? withUpload(deps, ctx, request, finish) : finish());
  if (replayed) reply.header('idempotency-replayed', 'true');
  return send(reply, first);
}

/** A stored answer may hold what a viewer does not see, so viewers have idempotency keys of their own, new ones for a new visibility. */
const ownerOfKeys = ({ viewer }: Caller): string => (viewer ? `${viewer.userId} ${viewer.visibility} ` : '');

/**
 * Checks the plan for an operation whose body determines whether it reduces use. On a plan without the feature all other bodies are
 * refused before validation, as for other operations; so is a body that is invalid.
 */
function requirePlan({ feature, reducesUse, body }: Route, { plan }: Caller, given: unknown): void {
  if (!feature || typeof reducesUse !== 'function' || planHas(plan, feature)) return;
  const parsed = body?.safeParse(given);
  if (!parsed?.success || !reducesUse(parsed.data as never)) throw planLacks(feature);
}

/** Returns the kind of work of a route. A read is cancelled when its caller leaves; a write is completed. */
function workOf(route: Route, reply: FastifyReply): CtxOptions {
  if (!onlyReads(route)) return { kind: route.isBulk ? 'bulk' : 'write' };
  const kind = route.method === 'GET' ? 'read' : 'search';
  if (route.stream || route.bytes) return { kind };
  const departure = createDeparture();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) departure.leave();
  });
  return { kind, departure };
}

/** Takes a lease for an open stream. The plan limits their number across all processes. */
async function takeFeedLease({ leases }: HttpDeps, { tenantId, plan }: Caller): Promise<Lease> {
  const lease = await leases.take(feedKey(tenantId), quotaOf('feedConnections', plan));
  if (!lease) throw quotaExceeded('feedConnections', plan);
  return lease;
}

const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };

/**
 * Sends server-sent events until the caller disconnects, its token becomes invalid, or its visibility changes, which is checked every few
 * seconds. After a changed visibility the client connects again.
 */
function stream(
  deps: HttpDeps,
  { tenantId, viewer }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  frames: AsyncGenerator<string>,
): FastifyReply {
  const check = () =>
    void deps.authenticate(request.headers.authorization).then(
      (now) => isDeepStrictEqual(now.viewer, viewer) || reply.raw.destroy(),
      (error: unknown) => isRefused(error) && reply.raw.destroy(),
    );
  if (!reply.raw.destroyed) reply.raw.once('close', checkRegularly(tenantId, check)); // a caller that left already does not close again
  // Closed after the stream: a kept-alive connection would delay a drain.
  reply.headers({ ...STREAM_HEADERS, connection: 'close' });
  return reply.send(Readable.from(frames, { objectMode: false }));
}

/** A check that failed for another reason, such as a slow database, is made again; meanwhile the feed has no events to read either. */
const isRefused = (error: unknown): boolean => error instanceof Failure && error.status < 500;

const queryOf = (request: FastifyRequest): URLSearchParams => new URLSearchParams(request.url.split('?')[1] ?? '');

export function success(deps: Pick<HttpDeps, 'checkReplies'>, route: Route, result: object): Answer {
  const envelope = { success: true, ...result };
  if (deps.checkReplies) route.reply.parse(envelope); // in tests: the response must match the OpenAPI document
  return { status: route.status, body: JSON.stringify(envelope) };
}

/** Returns the response for a failure. Its size is bounded, whatever it quotes of the request. */
export function refusal(failure: Failure): Answer {
  const error = { messageKey: failure.key, ...boundedFailure(failure) };
  return { status: failures[failure.key].status, body: JSON.stringify({ success: false, error }) };
}

export const send = (reply: FastifyReply, { status, body }: Answer): FastifyReply =>
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
