import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { Failure } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { contentType, listFiles, sizeOf } from './static-files.ts';

/** Scripts, styles and fonts of this server only: nothing inline, nothing from elsewhere, and no page can frame the console. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The build writes each text file also compressed; the first of these that the browser accepts is sent. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Patchbay console</title>
<h1>The console is not built</h1><p>Build it in the folder of the server with <code>npm run -s console:build</code>, then reload this page.</p></html>`;

/**
 * Serves the console under /console/. Names of its assets contain a hash of their content, so browsers keep them for ever; every other
 * path is a page of the application and gets index.html, which is never cached.
 */
export async function addConsole(app: FastifyInstance, config: Pick<Config, 'CONSOLE_DIR'>, log: Logger): Promise<void> {
  let files = await listFiles('CONSOLE_DIR', config.CONSOLE_DIR);
  if (!files.has('index.html')) log.warn({ folder: config.CONSOLE_DIR }, 'console not found; run: npm run console:build');
  const fileOf = async (name: string) => {
    // A build since the start has other names. Requests never become paths on the disk: they are looked up in the list.
    if (!files.has('index.html')) files = await listFiles('CONSOLE_DIR', config.CONSOLE_DIR);
    return files.get(name);
  };

  app.get('/console', (_request, reply) => reply.redirect('/console/', 302));
  app.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const wanted = request.params['*'];
    const isAsset = wanted.startsWith('assets/');
    const name = (await fileOf(wanted)) ? wanted : 'index.html';
    if (isAsset && name !== wanted)
      throw new Failure('route_not_found', { message: 'There is no such file. Reload the console.' });
    reply.headers({ ...HEADERS, 'cache-control': isAsset ? IMMUTABLE : 'no-cache' });
    const found = await encoded(request, name, fileOf);
    if (!found) return reply.code(503).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(NOT_BUILT);
    return send(reply, name, found);
  });
}

type Found = { path: string; size: number; encoding?: string };

async function encoded(
  request: FastifyRequest,
  name: string,
  fileOf: (name: string) => Promise<string | undefined>,
): Promise<Found | undefined> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().split(';')[0]);
  for (const { name: encoding, suffix } of [
    ...ENCODINGS.filter((one) => accepted.includes(one.name)),
    { name: '', suffix: '' },
  ]) {
    const path = await fileOf(name + suffix);
    const size = path === undefined ? undefined : await sizeOf(path);
    if (path !== undefined && size !== undefined) return { path, size, ...(encoding && { encoding }) };
  }
  return undefined;
}

function send(reply: FastifyReply, name: string, { path, size, encoding }: Found) {
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .headers({ 'content-type': contentType(name), 'content-length': size, vary: 'accept-encoding' })
    .send(createReadStream(path, { end: Math.max(0, size - 1) }));
}
