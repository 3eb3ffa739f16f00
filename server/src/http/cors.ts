import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';

/** What our clients send beside what browsers allow anyway, and what they want to read of an answer. */
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
/** Browsers ask again after this long; a taken-back origin has to wait no longer. */
const KNOWN_FOR_SECONDS = '600';
const API = /^\/v[23]\//;

/**
 * Lets pages of the origins in CORS_ORIGINS call the API. Cookies play no part: a page needs a token like everybody else. What no
 * origin is allowed gets the same answers as before, without a word about it.
 */
export function admitBrowsers(app: FastifyInstance, { CORS_ORIGINS: allowed }: Pick<Config, 'CORS_ORIGINS'>): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!API.test(request.url)) return;
    reply.header('vary', 'Origin'); // what is kept for one origin must not be shown to another
    const { origin } = request.headers;
    if (origin === undefined || !allowed.includes(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READ });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    const may = { 'access-control-allow-methods': 'GET, POST, PUT, DELETE', 'access-control-allow-headers': SENT };
    return reply
      .headers({ ...may, 'access-control-max-age': KNOWN_FOR_SECONDS })
      .code(204)
      .send();
  });
}
