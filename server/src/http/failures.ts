import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type FailureKey } from '../platform/errors.ts';
import { FileStoreUnavailable } from '../platform/file-store/index.ts';
import { isTooSlow } from '../storage/database.ts';
import { type Refusal, refusalAtGate } from '../storage/moves/gate.ts';
import { addressHeaders } from './admit.ts';
import { refusal, send } from './answer.ts';
import type { HttpDeps } from './deps.ts';

/** Failures for errors of the HTTP server itself. */
const frameworkFailures: Record<string, FailureKey> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_body_params',
  FST_ERR_BAD_URL: 'route_not_found',
};

export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkFailures[code];
  if (known) return new Failure(known);
  if (error instanceof FileStoreUnavailable) return new Failure('file_store_unavailable', { headers: { 'retry-after': '10' } });
  const refused = refusalAtGate(error);
  if (refused) return whereTenantIs(refused);
  if (isTooSlow(error)) return new Failure('query_too_slow', { headers: { 'retry-after': '5' } });
  if (statusCode === 400) return new Failure('invalid_body_params');
  return new Failure(isDatabaseUnavailable(error) ? 'service_unavailable' : 'internal_error');
}

/** The edge reads the header and repeats the request in that cell. */
const whereTenantIs = (refused: Refusal): Failure =>
  refused.reason === 'moved'
    ? new Failure('tenant_moved', { headers: { 'patchbay-cell': refused.cell } })
    : new Failure('tenant_moving', { headers: { 'retry-after': '1' } });

/** Returns whether the database is the cause: restarting, unreachable, out of connections, a deadlock or a lock timeout. */
function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return UNAVAILABLE.test(code) || CONNECTION_LOST.test(message);
}

const UNAVAILABLE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[1-5]|08...|53300|40P01|40001|55P03|25P03)$/;
const CONNECTION_LOST = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

/** Failures before routing. No operation lists them. */
const beforeRouting: ReadonlySet<FailureKey> = new Set([
  'invalid_request',
  'route_not_found',
  'url_too_long',
  'headers_too_large',
]);

/** In tests: turns a failure that the OpenAPI document does not list into an internal error. */
function documented(failure: Failure, request: FastifyRequest): Failure {
  const { mayFail, operationId } = request.routeOptions.config;
  if (!mayFail || mayFail.has(failure.key) || beforeRouting.has(failure.key)) return failure;
  return new Failure('internal_error', { message: `${operationId} can fail with ${failure.key}: its row must say so in fails` });
}

export async function sendFailure(
  deps: HttpDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const failure = documented(toFailure(error), request);
  if (failure.status >= 500 && failure.key !== 'tenant_moving' && !reply.raw.destroyed)
    request.log.error({ err: error }, 'request failed');
  if (failure.key === 'service_unavailable') reply.header('retry-after', '1');
  if (failure.detail.headers) reply.headers(failure.detail.headers);
  if (!reply.hasHeader('x-ratelimit-limit')) reply.headers(await addressHeaders(deps, request.ip));
  return send(reply, refusal(failure));
}
