import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { ICON } from '../../platform/icon.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Serves the API reference at /reference. It cannot be framed and runs only its own scripts. */
export async function addReference(app: FastifyInstance, config: Pick<Config, 'PUBLIC_URL'>): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return;
      reply.headers({
        'content-security-policy': policyFor(payload, config),
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    });
    await scope.register(scalar, {
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
  });
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
