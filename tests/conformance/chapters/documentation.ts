import assert from 'node:assert/strict';
import type { Api } from '../api.ts';
import { type Chapter, check, checkOwn, checkRetired, checkV2 } from '../check.ts';
import { failed } from '../expect.ts';

async function readGuide(api: Api): Promise<{ status: number; text: string }> {
  const { headers } = await api.get('/v2/attributes');
  const guide = /^<([^>]+)>; rel="deprecation"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  const answer = await fetch(guide);
  return { status: answer.status, text: await answer.text() };
}

/** Returns the path of the first file with this ending that a page loads. */
const loadedBy = (html: string, ending: string): string =>
  new RegExp(`"(/docs/[^"]+\\.${ending})"`).exec(html)?.[1] ?? `no ${ending} in the page`;

export const documentation: Chapter = {
  title: 'Documentation',
  checks: [
    checkV2('The Link header of a v2 answer leads to the migration guide', async (api) => {
      const { status, text } = await readGuide(api);
      assert.equal(status, 200);
      assert.match(text, /v2[^<]*v3/i);
    }),
    checkRetired('After the sunset the Link header still names the migration guide', async (api) => {
      assert.match((await api.get('/v2/attributes')).headers.get('link') ?? '', /migrating\.html>; rel="deprecation"/);
    }),
    check('The reference of the API is at /reference/, without a token', async (api) => {
      const { status, headers } = await api.get('/reference/', { token: null });
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
    }),
    checkOwn(
      'The documentation is at /docs/: pages, plain texts, styles and scripts, each with its content type',
      async (own) => {
        const { text } = await own.current.get('/docs/', { token: null });
        for (const [path, type] of [
          ['/docs/', 'text/html'],
          ['/docs/guides/webhooks.html', 'text/html'],
          ['/docs/guides/webhooks.md', 'text/markdown'],
          ['/docs/llms.txt', 'text/plain'],
          ['/docs/icon.svg', 'image/svg+xml'],
          [loadedBy(text, 'css'), 'text/css'],
          [loadedBy(text, 'js'), 'text/javascript'],
          [loadedBy(text, 'woff2'), 'font/woff2'],
        ] as const) {
          const { status, headers } = await own.current.get(path, { token: null });
          assert.equal(status, 200, path);
          assert.ok(headers.get('content-type')?.startsWith(type), `${path}: ${headers.get('content-type')}`);
          assert.equal(headers.get('x-content-type-options'), 'nosniff');
        }
      },
    ),
    checkOwn('A page of the documentation runs only its own scripts and cannot be framed', async ({ current }) => {
      const { headers } = await current.get('/docs/', { token: null });
      assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';.*frame-ancestors 'none'/);
      assert.equal(headers.get('x-frame-options'), 'DENY');
    }),
    checkOwn('A page that is not there, or a path that leads out of the documentation, is 404', async ({ current }) => {
      for (const path of ['/docs/nothing.html', '/docs/..%2fpackage.json', '/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd'])
        failed(await current.get(path, { token: null }), 404, 'route_not_found');
    }),
  ],
};
