import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from '../deps.ts';
import { openApi } from '../openapi.ts';
import { addCell } from './cell.ts';
import { addConsole } from './console.ts';
import { addDocumentation } from './documentation.ts';
import { addMetrics } from './metrics.ts';
import { addReference } from './reference.ts';

/** Adds the pages without a token: health, metrics, public keys, the reference, the documentation and the console. */
export async function addPublicPages(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  addCell(app, deps);
  app.get('/livez', async () => ({ status: 'alive' }));

  // Only PostgreSQL decides: without Redis each process counts on its own, without NATS jobs wait in PostgreSQL, and without the
  // file store everything but files works.
  app.get('/readyz', async (_request, reply) => {
    const services = await deps.health.services();
    const ready = !deps.health.draining && services.postgresql === true;
    return reply
      .code(ready ? 200 : 503)
      .send({ status: deps.health.draining ? 'draining' : ready ? 'ready' : 'not ready', services, files: deps.health.files() });
  });

  addMetrics(app, deps);
  app.get('/.well-known/jwks.json', () => deps.keys.jwks());

  let document: ReturnType<typeof openApi> | undefined;
  app.get('/openapi.json', async () => {
    document ??= openApi(deps.config.PUBLIC_URL);
    return document;
  });
  addReference(app, deps.config);
  await addDocumentation(app, deps.config, deps.log);
  await addConsole(app, deps.config, deps.log);
}
