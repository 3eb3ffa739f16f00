import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from '../deps.ts';
import { openApi } from '../openapi.ts';

/** The pages that need no token: health, metrics, public keys, and the reference. */
export async function addPublicPages(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  app.get('/livez', async () => ({ status: 'alive' }));

  // Only PostgreSQL decides: without Redis each process counts for itself, without NATS work waits in PostgreSQL.
  app.get('/readyz', async (_request, reply) => {
    const engines = await deps.health.engines();
    const ready = !deps.health.draining && engines.postgresql === true;
    return reply
      .code(ready ? 200 : 503)
      .send({ status: deps.health.draining ? 'draining' : ready ? 'ready' : 'not ready', engines });
  });

  app.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await deps.metrics.text()));
  app.get('/.well-known/jwks.json', () => deps.keys.jwks());

  const document = openApi(deps.config.PUBLIC_URL);
  app.get('/openapi.json', async () => document);
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      proxyUrl: '',
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      agent: { disabled: true },
    },
  });
}
