import Fastify, { type FastifyInstance } from 'fastify';
import { providerApis } from './channels.ts';
import { addControl } from './control/routes.ts';
import type { Environment } from './environment.ts';
import { addPage } from './page/page.ts';

const BODY_LIMIT_BYTES = 120_000_000;

export async function createServer(environment: Environment): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // Unknown and mistyped fields are errors: a misspelt knob must not be ignored.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: false, strict: false } },
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
  });
  readBodies(app);
  for (const { prefix, addRoutes } of providerApis) await app.register(addRoutes(environment), { prefix });
  await app.register(addControl(environment), { prefix: '/_sandbox' });
  addPage(app, environment);
  return app;
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
