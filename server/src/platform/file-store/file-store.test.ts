import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { createDiskStore } from './disk.ts';
import { newStoreKey } from './file-store.ts';
import { fileStoreSuite } from './file-store-suite.ts';
import { createFileStore } from './index.ts';

const folder = await mkdtemp(join(tmpdir(), 'patchbay-store-'));
after(() => rm(folder, { recursive: true, force: true }));

for (const [promise, prove] of Object.entries(fileStoreSuite)) {
  test(`disk: ${promise}`, () => prove(createDiskStore(folder)));
}

test('disk: a broken stream leaves no partial file either', async () => {
  const root = join(folder, 'partial');
  const store = createDiskStore(root);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('cut');
    })(),
  );
  await assert.rejects(store.put(newStoreKey('t'), broken, { mimeType: 'text/plain' }), /cut/);
  const left = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  assert.deepEqual(left, []);
});

test('disk: a folder that is not writable fails at the start', { skip: process.getuid?.() === 0 }, async () => {
  const root = join(folder, 'locked');
  await createDiskStore(root).prepare();
  await chmod(root, 0o500);
  await assert.rejects(createDiskStore(root).prepare(), /EACCES/);
});

test('the configuration chooses the store', async () => {
  const settings = { FILES_DIR: folder, S3_BUCKET: 'b', S3_REGION: 'us-east-1', S3_ENDPOINT: 'http://127.0.0.1:1' };
  await createFileStore({ ...settings, FILE_STORE: 'disk' }).prepare();
  const s3 = createFileStore({ ...settings, FILE_STORE: 's3', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' });
  await assert.rejects(s3.prepare(), /ECONNREFUSED/);
  await s3.close();
});
