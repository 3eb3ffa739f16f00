import assert from 'node:assert/strict';
import { type S3Server, startS3Server } from '../../../server/src/platform/file-store/s3-server.test-kit.ts';
import type { Api, Json } from '../api.ts';
import { type Chapter, checkOwn } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import type { OwnServers } from '../own-servers.ts';
import { formWith, newFile, newLabel } from '../things.ts';

/** A server whose files are in an S3 store that refuses everything, until the check says otherwise. */
async function withRefusingStore(own: OwnServers, run: (api: Api, s3: S3Server) => Promise<void>): Promise<void> {
  const s3 = await startS3Server('forbids');
  const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  try {
    await run(await own.serve({ FILE_STORE: 's3', S3_ENDPOINT: s3.url, ...keys }), s3);
  } finally {
    s3.close();
  }
}

const filesAt = async (api: Api): Promise<Json> => (await api.get('/readyz', { token: null })).body.files;

export const fileStore: Chapter = {
  title: 'Files: a store that cannot be used',
  checks: [
    checkOwn('/readyz says that files work where they do', async ({ current }) => {
      assert.deepEqual(await filesAt(current), { ready: true, reason: null });
    }),
    checkOwn('With a store that answers 403, the server starts, /readyz shows it, and all but files works', (own) =>
      withRefusingStore(own, async (api) => {
        const { ready, reason } = await filesAt(api);
        assert.equal(ready, false);
        assert.match(reason, /403/);
        assert.equal((await api.get('/readyz', { token: null })).status, 200);
        succeeded(await api.get(`/v3/labels/${(await newLabel(api)).id}`));
      }),
    ),
    checkOwn('An upload is then 503 file_store_unavailable with Retry-After, and works when the store does', (own) =>
      withRefusingStore(own, async (api, s3) => {
        const reply = await api.post('/v3/files', formWith('hello'));
        failed(reply, 503, 'file_store_unavailable');
        assert.ok(Number(reply.headers.get('retry-after')) > 0);
        s3.mood = 'works';
        const { id } = await newFile(api, 'hello');
        assert.deepEqual(await filesAt(api), { ready: true, reason: null });
        s3.mood = 'forbids';
        failed(await api.get(`/v3/files/${id}/content`), 503, 'file_store_unavailable');
      }),
    ),
  ],
};
