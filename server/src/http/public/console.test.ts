import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { given } from '../../test-kit/given.ts';
import { SESSION_COOKIE } from '../session-cookie.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; " +
  "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const INDEX = '<!doctype html><div id="app"></div>';

const folder = await mkdtemp(join(tmpdir(), 'patchbay-console-'));
after(() => rm(folder, { recursive: true }));

async function write(name: string, content: string | Buffer): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), content);
}

const { baseUrl } = await given({ CONSOLE_DIR: folder });

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await request(baseUrl + path, { headers });
  const body = Buffer.from(await response.body.arrayBuffer());
  return { statusCode: response.statusCode, headers: response.headers, bytes: body, body: body.toString() };
}

test('before the build, a page says how to build', async () => {
  const page = await get('/console/inbox');
  assert.equal(page.statusCode, 503);
  assert.match(page.body, /npm run -s console:build/);
  await write('index.html', INDEX);
  assert.equal((await get('/console/inbox')).statusCode, 200, 'a build is found without a restart');
});

test('every page of the application is index.html, not cached, under the policy', async () => {
  await write('index.html', INDEX);
  for (const url of [
    '/console/',
    '/console/inbox',
    '/console/inbox/42?view=mine',
    '/console/../secret',
    '/console/%2e%2e/secret',
  ]) {
    const page = await get(url);
    if (page.statusCode === 404) continue; // the router resolved the path outside /console/
    assert.equal(page.body, INDEX, url);
    assert.equal(page.headers['cache-control'], 'no-cache');
    assert.equal(page.headers['content-security-policy'], POLICY);
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
  }
  assert.equal((await get('/console')).headers.location, '/console/');
});

test('the page is told whether the browser has a session cookie', async () => {
  assert.equal((await get('/console/')).headers['server-timing'], 'session;desc=absent');
  const signedIn = await get('/console/', { cookie: `${SESSION_COOKIE}=abc` });
  assert.equal(signedIn.headers['server-timing'], 'session;desc=present');
});

test('assets are kept for a year, compressed where the browser accepts it; an unknown one is 404', async () => {
  await write('assets/index-a1.js', 'export const a = 1;');
  await write('assets/index-a1.js.br', brotliCompressSync('export const a = 1;'));
  await write('index.html', `${INDEX}<!-- a new build -->`); // the server lists its files again
  await get('/console/');
  const plain = await get('/console/assets/index-a1.js');
  assert.equal(plain.body, 'export const a = 1;');
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  const small = await get('/console/assets/index-a1.js', { 'accept-encoding': 'gzip, deflate, br' });
  assert.equal(small.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(small.bytes).toString(), 'export const a = 1;');
  assert.equal((await get('/console/assets/index-gone.js')).statusCode, 404);
});
