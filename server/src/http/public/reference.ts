import { createHash } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { ICON } from '../../platform/icon.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The pages and the script of the library. */
const PATHS = ['/reference', '/reference/', '/reference/js/scalar.js'];

/**
 * Serves the API reference at /reference. It cannot be framed and runs only its own scripts. The library has four megabytes, so it is
 * loaded with the first request, into a server of its own that listens nowhere: routes cannot be added to a running one.
 */
export function addReference(app: FastifyInstance, config: Pick<Config, 'PUBLIC_URL'>): void {
  let opened: Promise<FastifyInstance> | undefined;
  app.addHook('onClose', async () => (await opened?.catch(() => undefined))?.close());
  for (const path of PATHS)
    app.get(path, async (_request, reply) => {
      opened ??= openLibrary();
      const { statusCode, headers, payload } = await (await opened).inject({ method: 'GET', url: path });
      const type = String(headers['content-type'] ?? '');
      reply.code(statusCode);
      if (headers.location) reply.header('location', headers.location);
      if (type) reply.header('content-type', type);
      if (type.startsWith('text/html'))
        reply.headers({
          'content-security-policy': policyFor(payload, config),
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
        });
      return reply.send(payload);
    });
}

async function openLibrary(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const library = fastify();
  await library.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: '/openapi.json',
      proxyUrl: '',
      telemetry: false,
      withDefaultFonts: false,
      pageTitle: 'Patchbay API',
      favicon: `data:image/svg+xml,${encodeURIComponent(ICON)}`,
      // The buttons of the vendor: client, AI, MCP, and a toolbar with "Share" and "Deploy" on localhost
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  });
  return library;
}

/** Returns the content security policy of a page: scripts of this server, and inline scripts by their hash. */
export function policyFor(html: string, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'", // the page creates styles at run time
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(PUBLIC_URL).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
