import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { Failure } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { sessionTokenOf } from '../session-cookie.ts';
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
const INDEX = 'index.html';
const NOT_CACHED_PAGE = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
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
 * path is a page of the application and gets index.html, which is never cached. The page cannot see the session cookie: Server-Timing
 * tells it whether there is one, so that it does not ask for a session in vain.
 */
export async function addConsole(app: FastifyInstance, config: Pick<Config, 'CONSOLE_DIR'>, log: Logger): Promise<void> {
  const site = await openSite(config.CONSOLE_DIR);
  if (!site.fileOf(INDEX)) log.warn({ folder: config.CONSOLE_DIR }, 'console not found; run: npm run console:build');

  app.get('/console', (_request, reply) => reply.redirect('/console/', 302));
  app.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const wanted = request.params['*'];
    const isAsset = wanted.startsWith('assets/');
    if (!isAsset) await site.refresh();
    const name = site.fileOf(wanted) ? wanted : INDEX;
    if (isAsset && name !== wanted)
      throw new Failure('route_not_found', { message: 'There is no such file. Reload the console.' });
    reply.headers({ ...HEADERS, 'cache-control': isAsset ? IMMUTABLE : 'no-cache' });
    if (name === INDEX) reply.header('server-timing', `session;desc=${sessionTokenOf(request) ? 'present' : 'absent'}`);
    const found = await encoded(request, name, site.fileOf);
    if (!found) return reply.code(503).headers(NOT_CACHED_PAGE).send(NOT_BUILT);
    return send(reply, name, found);
  });
}

/** The files of the build. Requests never become paths on the disk: they are looked up in a list, which is made again after a new build. */
async function openSite(folder: string) {
  const builtAt = () =>
    stat(join(folder, INDEX)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  let listedAt = await builtAt();
  let files = await listFiles('CONSOLE_DIR', folder);
  return {
    fileOf: (name: string): string | undefined => files.get(name),
    async refresh(): Promise<void> {
      const at = await builtAt();
      if (at === listedAt) return;
      files = await listFiles('CONSOLE_DIR', folder);
      listedAt = at;
    },
  };
}

type Found = { path: string; size: number; encoding?: string };

async function encoded(
  request: FastifyRequest,
  name: string,
  fileOf: (name: string) => string | undefined,
): Promise<Found | undefined> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().split(';')[0]);
  for (const { name: encoding, suffix } of [
    ...ENCODINGS.filter((one) => accepted.includes(one.name)),
    { name: '', suffix: '' },
  ]) {
    const path = fileOf(name + suffix);
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
