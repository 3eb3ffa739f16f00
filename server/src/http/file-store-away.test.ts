import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startS3Server } from '../platform/file-store/s3-server.test-kit.ts';
import { given } from '../test-kit/given.ts';

const s3 = await startS3Server('forbids');
after(s3.close);
const { baseUrl, tenant, clock, call, get } = await given({
  FILE_STORE: 's3',
  S3_BUCKET: 'files',
  S3_ENDPOINT: s3.url,
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
});

async function upload() {
  const form = new FormData();
  form.append('file', new Blob(['hello']), 'hello.txt');
  const headers = { authorization: `Bearer ${tenant.token}` };
  const response = await fetch(`${baseUrl}/v3/files`, { method: 'POST', body: form, headers });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const readiness = async () => {
  const response = await fetch(`${baseUrl}/readyz`);
  return { status: response.status, files: ((await response.json()) as { files: unknown }).files };
};

test('S3 answers 403: the server starts, /readyz says why files do not work, and uploads are 503 file_store_unavailable', async () => {
  assert.deepEqual(await readiness(), { status: 200, files: { ready: false, reason: 'AccessDenied (HTTP 403)' } });
  const { status, headers, body } = await upload();
  assert.deepEqual([status, body.error.messageKey], [503, 'file_store_unavailable']);
  assert.equal(headers.get('retry-after'), '10');
  assert.equal((await get('/v3/labels/x')).status, 404, 'the rest of the API still works');
});

test('when S3 works again, so do uploads; when it fails later, downloads are 503', async () => {
  s3.mood = 'works';
  const { status, body } = await upload();
  assert.equal(status, 201);
  assert.deepEqual((await readiness()).files, { ready: true, reason: null });
  const path = `/v3/files/${body.data.id}/content`;
  assert.equal((await get(path)).text, 'hello');
  const link = new URL((await get(`/v3/files/${body.data.id}/public_url`)).body.data.publicUrl).pathname;
  s3.mood = 'forbids';
  for (const one of [await get(path), await call('GET', link)])
    assert.deepEqual([one.status, one.body.error.messageKey], [503, 'file_store_unavailable']);
  const wanted = { fileId: body.data.id, mapping: { a: 'firstName' } };
  const list = await call('POST', '/v3/contact_imports', tenant.token, wanted);
  assert.notEqual(list.status, 500, list.text);
  s3.mood = 'works';
  clock.advance(60_000);
  for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if ((await readiness()).files && JSON.stringify((await readiness()).files).includes('true')) break;
  assert.deepEqual((await readiness()).files, { ready: true, reason: null }, 'without anybody who uploads');
});
