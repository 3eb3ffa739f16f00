import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { Failure } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { refuseUnauthenticated } from '../admit.ts';
import type { HttpDeps } from '../deps.ts';

const CONTENT_TYPE = 'text/plain; version=0.0.4';

/** Serves /metrics on the port of the API, unless METRICS_PORT is set. */
export function addMetrics(app: FastifyInstance, deps: HttpDeps): void {
  if (deps.config.METRICS_PORT !== undefined) return;
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(deps.config, request.headers.authorization)) {
      reply.header('www-authenticate', 'Bearer');
      throw await refuseUnauthenticated(
        deps,
        request,
        new Failure('unauthorized', { message: 'Send the token in METRICS_TOKEN as a bearer token' }),
      );
    }
    return reply.type(CONTENT_TYPE).send(await deps.metrics.text());
  });
}

type Deps = { config: Pick<Config, 'METRICS_TOKEN'>; metrics: Metrics };

/** Creates a server for METRICS_PORT that serves only GET /metrics. */
export const createMetricsServer = ({ config, metrics }: Deps): Server =>
  createServer((request, response) => {
    const answer = (status: number, text: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': CONTENT_TYPE, ...headers }).end(text);
    if (!['GET', 'HEAD'].includes(request.method ?? '') || request.url?.split('?')[0] !== '/metrics')
      return void answer(404, 'There is only GET /metrics here\n');
    if (!mayRead(config, request.headers.authorization))
      return void answer(401, 'Send the token in METRICS_TOKEN as a bearer token\n', { 'www-authenticate': 'Bearer' });
    metrics.text().then(
      (text) => answer(200, text),
      () => answer(500, ''),
    );
  });

/** Returns whether the caller has the token, if one is set. Compares in constant time. */
function mayRead({ METRICS_TOKEN: token }: Pick<Config, 'METRICS_TOKEN'>, authorization: string | undefined): boolean {
  if (token === undefined) return true;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash((authorization ?? '').replace(/^bearer +/i, 'Bearer ')), hash(`Bearer ${token}`));
}
