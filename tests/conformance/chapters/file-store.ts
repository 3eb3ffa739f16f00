import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, checkOwn } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { formWith, newFile, newLabel } from '../fixtures.ts';

const filesAt = async (api: Api): Promise<Json> => (await api.get('/readyz', { token: null })).body.files;

export const fileStore: Chapter = {
  title: 'Files: a store that cannot be used',
  checks: [
    checkOwn('/readyz says that files work where they do', async ({ current }) => {
      assert.deepEqual(await filesAt(current), { ready: true, reason: null });
    }),
    checkOwn('With a store that answers 403, the server starts, /readyz shows it, and all but files works', async (own) => {
      const { api } = await own.serveWithRefusingStore();
      const { ready, reason } = await filesAt(api);
      assert.equal(ready, false);
      assert.match(reason, /403/);
      assert.equal((await api.get('/readyz', { token: null })).status, 200);
      succeeded(await api.get(`/v3/labels/${(await newLabel(api)).id}`));
    }),
    checkOwn('An upload is then 503 file_store_unavailable with Retry-After, and works when the store does', async (own) => {
      const { api, s3 } = await own.serveWithRefusingStore();
      const reply = await api.post('/v3/files', formWith('hello'));
      failed(reply, 503, 'file_store_unavailable');
      assert.ok(Number(reply.headers.get('retry-after')) > 0);
      s3.mood = 'works';
      const { id } = await newFile(api, 'hello');
      assert.deepEqual(await filesAt(api), { ready: true, reason: null });
      s3.mood = 'forbids';
      failed(await api.get(`/v3/files/${id}/content`), 503, 'file_store_unavailable');
    }),
  ],
};
