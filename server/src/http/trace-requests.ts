import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin, Span } from '../platform/tracing.ts';
import type { HttpDeps } from './deps.ts';
import type { RequestEndHandler } from './on-request-end.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** Returns what jobs and messages store of the request that causes them. */
export const originOf = ({ id, span }: FastifyRequest): Origin => ({
  requestId: id,
  ...(span && { traceparent: span.traceparent }),
});

/**
 * Starts a span for every request to an operation, and returns the handler that ends it. The span continues the trace of the caller. Without
 * an exporter there is no hook.
 */
export function traceRequests(app: FastifyInstance, { tracing }: Pick<HttpDeps, 'tracing'>): RequestEndHandler {
  app.decorateRequest('span', null);
  if (!tracing) return () => undefined;
  app.addHook('onRequest', (request, _reply, done) => {
    const { operationId } = request.routeOptions.config;
    if (operationId !== undefined) {
      const attributes = {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url,
        'patchbay.operation': operationId,
        'patchbay.request_id': request.id,
      };
      const parent = [request.headers.traceparent].flat()[0];
      request.span = tracing.start(`${request.method} ${request.routeOptions.url}`, {
        kind: 'server',
        parent,
        isForeign: true,
        attributes,
      });
    }
    done();
  });
  return ({ span, caller }, { status }) => {
    span?.set({ 'http.response.status_code': status, 'patchbay.tenant_id': caller?.tenantId });
    span?.end(status >= 500 ? new Error(`HTTP ${status}`) : undefined);
  };
}
