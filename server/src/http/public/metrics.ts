import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { Failure } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { refuseStranger } from '../admit.ts';
import type { HttpDeps } from '../deps.ts';

const CONTENT_TYPE = 'text/plain; version=0.0.4';

/** Serves /metrics beside the API, unless it has a port of its own. */
export function addMetrics(app: FastifyInstance, deps: HttpDeps): void {
  if (deps.config.METRICS_PORT !== undefined) return;
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(deps.config, request.headers.authorization)) {
      reply.header('www-authenticate', 'Bearer');
      throw await refuseStranger(
        deps,
        request,
        new Failure('unauthorized', { message: 'Send the token in METRICS_TOKEN as a bearer token' }),
      );
    }
    return reply.type(CONTENT_TYPE).send(await deps.metrics.text());
  });
}

type Deps = { config: Pick<Config, 'METRICS_TOKEN'>; metrics: Metrics };

/** Makes a server that answers GET /metrics and nothing else, for METRICS_PORT. */
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

/** Returns whether the caller has the token, where there is one. It takes as long for a near miss as for a far one. */
function mayRead({ METRICS_TOKEN: token }: Pick<Config, 'METRICS_TOKEN'>, authorization: string | undefined): boolean {
  if (token === undefined) return true;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash((authorization ?? '').replace(/^bearer +/i, 'Bearer ')), hash(`Bearer ${token}`));
}
