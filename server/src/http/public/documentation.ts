import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { Failure } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { contentType, listFiles, sizeOf } from './static-files.ts';

const CACHED_FOR_SECONDS = 300;

/** Pages load scripts, styles, fonts and pictures from this server only, and no other page can frame them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'", // the build moves inline scripts into files
  "style-src 'self' 'unsafe-inline'", // highlighted code has its colours in style attributes
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type DocsConfig = Pick<Config, 'DOCS_DIR' | 'DOCS_URL' | 'PUBLIC_URL'>;

/** Returns the URL of a documentation page, on this server or below DOCS_URL. */
export const docsPage = ({ DOCS_URL, PUBLIC_URL }: Pick<Config, 'DOCS_URL' | 'PUBLIC_URL'>, page: string): string =>
  `${(DOCS_URL ?? `${PUBLIC_URL.replace(/\/+$/, '')}/docs`).replace(/\/+$/, '')}/${page}`;

/**
 * Serves the documentation site under /docs/. The files are listed once, at the start, and requests are looked up in that list: the path
 * of a request never becomes a path on the disk.
 */
export async function addDocumentation(app: FastifyInstance, config: DocsConfig, log: Logger): Promise<void> {
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 302));
  if (config.DOCS_URL !== undefined) return addRedirect(app, config);
  const files = await listFiles('DOCS_DIR', config.DOCS_DIR);
  if (files.size === 0) log.warn({ folder: config.DOCS_DIR }, 'documentation site not found; run: npm run docs');
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const wanted = request.params['*'];
    const name = wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted;
    const path = files.get(name);
    const size = path === undefined ? undefined : await sizeOf(path);
    if (path === undefined || size === undefined) throw noSuchPage(files.size);
    return reply
      .headers({
        'content-type': contentType(name),
        'content-length': size,
        'cache-control': `public, max-age=${CACHED_FOR_SECONDS}`,
        'content-security-policy': POLICY,
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
      .send(createReadStream(path, { end: Math.max(0, size - 1) }));
  });
}

/** Redirects every page to DOCS_URL. */
function addRedirect(app: FastifyInstance, config: DocsConfig): void {
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const page = request.params['*'].split('/').map(encodeURIComponent).join('/');
    return reply.redirect(docsPage(config, page), 302);
  });
}

const noSuchPage = (files: number): Failure =>
  new Failure('route_not_found', {
    message:
      files === 0
        ? 'The documentation site was not built on this server; its operator can build it with npm run docs. The API reference is at /reference'
        : 'There is no such page. The documentation begins at /docs/',
  });
