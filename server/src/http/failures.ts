import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type FailureKey } from '../platform/errors.ts';
import { FileStoreUnavailable } from '../platform/file-store/index.ts';
import { isTooSlow } from '../storage/database.ts';
import { addressHeaders } from './admit.ts';
import { refusal, send } from './answer.ts';
import type { HttpDeps } from './deps.ts';

/** What the HTTP server itself refuses, in our own words. */
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
  if (isTooSlow(error)) return new Failure('query_too_slow', { headers: { 'retry-after': '5' } });
  if (statusCode === 400) return new Failure('invalid_body_params');
  return new Failure(isEngineAway(error) ? 'service_unavailable' : 'internal_error');
}

/** PostgreSQL restarting, unreachable, out of connections, or with two who waited for each other, or one too long for a lock: nothing is wrong with the request, so say "later". */
function isEngineAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return AWAY.test(code) || LOST.test(message);
}

const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[1-5]|08...|53300|40P01|40001|55P03|25P03)$/;
const LOST = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

/** What is refused before an operation is chosen, so that no operation lists it. */
const beforeRouting: ReadonlySet<FailureKey> = new Set([
  'invalid_request',
  'route_not_found',
  'url_too_long',
  'headers_too_large',
]);

/** In the tests: a failure that OpenAPI does not know of is a bug, as an answer of another shape is. */
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
  if (failure.status >= 500 && !reply.raw.destroyed) request.log.error({ err: error }, 'the request failed');
  if (failure.key === 'service_unavailable') reply.header('retry-after', '1');
  if (failure.detail.headers) reply.headers(failure.detail.headers);
  if (!reply.hasHeader('x-ratelimit-limit')) reply.headers(await addressHeaders(deps, request.ip));
  return send(reply, refusal(failure));
}
