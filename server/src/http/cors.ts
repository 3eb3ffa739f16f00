import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';

/** Request headers that clients send in addition to those that browsers always allow, and response headers that they read. */
const SENT = 'authorization, content-type, idempotency-key, last-event-id, range, x-request-id';
const READ = [
  'content-disposition',
  'content-range',
  'deprecation',
  'idempotency-replayed',
  'link',
  'patchbay-mode',
  'retry-after',
  'sunset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
].join(', ');
/** Browsers cache the answer for this time; a removed origin is refused after it. */
const MAX_AGE_SECONDS = '600';
const API = /^\/v[23]\//;

/**
 * Lets pages of the origins in CORS_ORIGINS call the API. No cookies are used: a page needs a token. Other origins get responses
 * without CORS headers.
 */
export function admitBrowsers(app: FastifyInstance, { CORS_ORIGINS: allowed }: Pick<Config, 'CORS_ORIGINS'>): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!API.test(request.url)) return;
    reply.header('vary', 'Origin'); // a cached response of one origin must not be used for another
    const { origin } = request.headers;
    if (origin === undefined || !allowed.includes(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READ });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    const may = { 'access-control-allow-methods': 'GET, POST, PUT, DELETE', 'access-control-allow-headers': SENT };
    return reply
      .headers({ ...may, 'access-control-max-age': MAX_AGE_SECONDS })
      .code(204)
      .send();
  });
}
