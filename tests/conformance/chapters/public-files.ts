import assert from 'node:assert/strict';
import type { Api } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { formWith, newFile } from '../fixtures.ts';
import { hasOnly } from '../shapes.ts';

const urlOf = async (api: Api, id: string): Promise<string> => succeeded(await api.get(`/v3/files/${id}/public_url`)).publicUrl;

/** Whoever has the URL: no token, and no redirect is followed. */
const visit = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, { redirect: 'manual', ...init });

/** The same address with one letter changed. */
const almost = (url: string): string => url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A');

export const publicFiles: Chapter = {
  title: 'Files: public URLs',
  checks: [
    check('GET /files/{fileId}/public_url answers { publicUrl }', async (api) => {
      const { id } = await newFile(api);
      const data = succeeded(await api.get(`/v3/files/${id}/public_url`));
      hasOnly(data, { publicUrl: 'string' });
      assert.match(data.publicUrl, /^https?:\/\//);
    }),
    check('It is made when it is first asked for, and is the same ever after', async (api) => {
      const { id } = await newFile(api);
      const first = await urlOf(api, id);
      for (let i = 0; i < 3; i++) assert.equal(await urlOf(api, id), first);
    }),
    check('Ten concurrent first requests get one URL', async (api) => {
      const { id } = await newFile(api);
      const urls = await Promise.all(Array.from({ length: 10 }, () => urlOf(api, id)));
      assert.equal(new Set(urls).size, 1);
    }),
    check('It gives the bytes directly: 200 without a token, no redirect', async (api) => {
      const { id } = await newFile(api, 'soup of the day');
      const reply = await visit(await urlOf(api, id));
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('location'), null);
      assert.equal(await reply.text(), 'soup of the day');
    }),
    check('It does not expire: it carries no date and no signature, and its bytes may be kept for good', async (api) => {
      const { id } = await newFile(api);
      const url = new URL(await urlOf(api, id));
      assert.equal(url.search, '');
      const reply = await visit(url.href);
      assert.equal(reply.headers.get('expires'), null);
      assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
    }),
    check('HEAD returns type and size, and a Range gets its part', async (api) => {
      const { id } = await newFile(api, '0123456789');
      const url = await urlOf(api, id);
      const head = await visit(url, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
      const part = await visit(url, { headers: { range: 'bytes=5-' } });
      assert.deepEqual([part.status, await part.text()], [206, '56789']);
    }),
    check('Nobody finds it by guessing: it holds neither the id nor the name, and each file has another', async (api) => {
      const [one, two] = [await newFile(api, 'same', 'menu.txt'), await newFile(api, 'same', 'menu.txt')];
      const [first, second] = [await urlOf(api, one.id), await urlOf(api, two.id)];
      assert.notEqual(first, second);
      for (const secret of [one.id, one.id.replaceAll('-', ''), 'menu']) assert.ok(!first.includes(secret), secret);
      assert.ok((first.split('/').at(-1) ?? '').length >= 22, 'fewer than 128 bits');
    }),
    check('A URL that leads nowhere is 404 file_not_found, and no cache may keep that', async (api) => {
      const { id } = await newFile(api);
      const reply = await visit(almost(await urlOf(api, id)));
      assert.equal(reply.status, 404);
      assert.equal(((await reply.json()) as { error: { messageKey: string } }).error.messageKey, 'file_not_found');
      assert.doesNotMatch(reply.headers.get('cache-control') ?? '', /immutable|public/);
    }),
    check('Deleting the file ends its URL', async (api) => {
      const { id } = await newFile(api);
      const url = await urlOf(api, id);
      assert.equal((await visit(url)).status, 200);
      succeeded(await api.del(`/v3/files/${id}`));
      assert.equal((await visit(url)).status, 404);
      failed(await api.get(`/v3/files/${id}/public_url`), 404, 'file_not_found');
    }),
    check('No browser runs what was uploaded: pages and scripts are bytes to be downloaded', async (api) => {
      for (const page of ['<html><script>alert(1)</script></html>', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
        const { id } = succeeded(await api.post('/v3/files', formWith(page, 'page.html', 'text/html')), 201);
        const { headers } = await visit(await urlOf(api, id));
        assert.equal(headers.get('content-type'), 'application/octet-stream');
        assert.match(headers.get('content-disposition') ?? '', /^attachment/);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(headers.get('content-security-policy') ?? '', /sandbox/);
      }
    }),
  ],
};
