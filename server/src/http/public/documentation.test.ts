import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { given } from '../../test-kit/given.ts';
import { docsPage } from './documentation.ts';

const folder = await mkdtemp(join(tmpdir(), 'patchbay-docs-'));
const site = join(folder, 'site');
await mkdir(join(site, 'guides'), { recursive: true });
await writeFile(join(folder, 'secret.txt'), 'not for readers');
await writeFile(join(site, 'index.html'), '<h1>Documentation</h1>');
await writeFile(join(site, 'guides/migrating.html'), '<h1>Migrating</h1>');
await writeFile(join(site, 'guides/migrating.md'), '# Migrating');
await writeFile(join(site, 'site.js'), 'void 0');
await writeFile(join(site, 'empty.css'), '');
await writeFile(join(site, 'font.woff2'), 'font');
await writeFile(join(site, 'dot-env.example'), '<script>alert(1)</script>');
await symlink(join(folder, 'secret.txt'), join(site, 'link.txt'));
after(() => rm(folder, { recursive: true, force: true }));

const { baseUrl, get } = await given({ DOCS_DIR: site });

test('GET /v2/…: the Link header leads to the migration guide, which this server serves', async () => {
  const { headers } = await get('/v2/attributes');
  const guide = /^<([^>]+)>; rel="deprecation"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  const page = await fetch(guide);
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  assert.match(await page.text(), /<h1>Migrating/);
});

test('GET /docs/* 200: each kind of file has its type, a policy, and a length', async () => {
  for (const [path, type, body] of [
    ['/docs/', 'text/html; charset=utf-8', '<h1>Documentation</h1>'],
    ['/docs', 'text/html; charset=utf-8', '<h1>Documentation</h1>'],
    ['/docs/guides/migrating.md', 'text/markdown; charset=utf-8', '# Migrating'],
    ['/docs/site.js', 'text/javascript; charset=utf-8', 'void 0'],
    ['/docs/empty.css', 'text/css; charset=utf-8', ''],
    ['/docs/font.woff2', 'font/woff2', 'font'],
    ['/docs/dot-env.example', 'text/plain; charset=utf-8', '<script>alert(1)</script>'],
  ]) {
    const answer = await fetch(baseUrl + path);
    assert.deepEqual([answer.status, answer.headers.get('content-type'), await answer.text()], [200, type, body], path);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('x-frame-options'), 'DENY');
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
    );
    assert.match(answer.headers.get('cache-control') ?? '', /max-age=\d+/);
  }
});

/** Sends the path unchanged; fetch would normalize the dots. */
const statusOf = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${baseUrl}/`, { path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('GET /docs/* 404: nothing outside the folder can be read, by no spelling of the path', async () => {
  for (const path of [
    '/docs/../secret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/guides/../../secret.txt',
    '/docs/..\\secret.txt',
    `/docs/${encodeURIComponent(join(folder, 'secret.txt'))}`,
    '/docs//etc/passwd',
    '/docs/index.html%00',
    '/docs/link.txt',
    '/docs/guides',
    '/docs/guides/',
    '/docs/__proto__',
  ])
    assert.equal(await statusOf(path), 404, path);
});

test('GET /docs/*: without a site 404 that says how it is built; with DOCS_URL it leads there, as the Link header does', async () => {
  const without = await given({ DOCS_DIR: join(folder, 'nothing') });
  const missing = await without.get('/docs/guides/migrating.html');
  assert.equal(missing.status, 404);
  assert.match(missing.body.error.message, /npm run docs/);
  const elsewhere = await given({ DOCS_URL: 'https://docs.example.com/patchbay/' });
  const { headers } = await elsewhere.get('/v2/attributes');
  assert.match(headers.get('link') ?? '', /^<https:\/\/docs\.example\.com\/patchbay\/guides\/migrating\.html>/);
  const moved = await fetch(`${elsewhere.baseUrl}/docs/guides/a%0d%0ab.html`, { redirect: 'manual' });
  assert.deepEqual(
    [moved.status, moved.headers.get('location')],
    [302, 'https://docs.example.com/patchbay/guides/a%0D%0Ab.html'],
  );
});

test('the address of a page, with and without slashes at the end of the settings', () => {
  const page = (PUBLIC_URL: string, DOCS_URL?: string) => docsPage({ PUBLIC_URL, DOCS_URL }, 'x.html');
  assert.equal(page('https://api.example.com/'), 'https://api.example.com/docs/x.html');
  assert.equal(page('https://api.example.com', 'https://example.com/d'), 'https://example.com/d/x.html');
});
