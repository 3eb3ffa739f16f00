import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileStore, MissingBytes, newStoreKey } from './file-store.ts';

type Proof = (store: FileStore) => Promise<void>;

/** The guarantees of a file store, each with its test. Disk and S3 pass the same suite. */
export const fileStoreSuite: Record<string, Proof> = {
  'what is put is got back, byte for byte': async (store) => {
    for (const size of [1, 1_000, 70_000, 3_000_000]) await assertKept(store, randomBytes(size));
  },

  'more than one part of a multipart upload comes back whole': async (store) => {
    const megabyte = randomBytes(1_048_576);
    const key = newKey();
    const { sizeBytes } = await store.put(key, chunks(megabyte, 21), about);
    assert.equal(sizeBytes, 21 * megabyte.length);
    const got = createHash('sha256');
    for await (const chunk of (await store.get(key)).stream) got.update(chunk as Buffer);
    const wanted = createHash('sha256');
    for (let i = 0; i < 21; i++) wanted.update(megabyte);
    assert.equal(got.digest('hex'), wanted.digest('hex'));
    await store.delete(key);
  },

  'a range is the bytes from first to last, and the size is that of the whole': async (store) => {
    const bytes = randomBytes(100_000);
    const key = await put(store, bytes);
    const ranges = [
      { from: 0, to: 0 },
      { from: 10, to: 19 },
      { from: 99_999, to: 99_999 },
      { from: 0, to: 99_999 },
    ];
    for (const range of ranges) {
      const { stream, sizeBytes } = await store.get(key, range);
      assert.equal(sizeBytes, bytes.length);
      assert.deepEqual(await buffer(stream), bytes.subarray(range.from, range.to + 1));
    }
    await store.delete(key);
  },

  'a stream that fails leaves no file, and its error is thrown': async (store) => {
    for (const megabytes of [0, 1, 12]) {
      const key = newKey();
      await assert.rejects(store.put(key, breaking(megabytes), about), /the line was cut/);
      await assert.rejects(store.get(key), MissingBytes);
    }
  },

  'two that put under one key at once leave one whole file': async (store) => {
    const key = newKey();
    const [first, second] = [randomBytes(300_000), randomBytes(200_000)];
    await Promise.all([store.put(key, chunks(first), about), store.put(key, chunks(second), about)]);
    const kept = await buffer((await store.get(key)).stream);
    assert.ok(kept.equals(first) || kept.equals(second));
    await store.delete(key);
  },

  'what was deleted, or never was, has no bytes; deleting it again is no error': async (store) => {
    const key = await put(store, randomBytes(10));
    await store.delete(key);
    await store.delete(key);
    await assert.rejects(store.get(key), MissingBytes);
    await assert.rejects(store.get(newKey()), MissingBytes);
  },

  'a key that is no key of ours is refused': async (store) => {
    for (const key of ['', 'x', '../x/y', 'a/../../b', '/etc/passwd', 'a//b', 'a/b\0', 'A/b', 'a/b.png']) {
      await assert.rejects(async () => store.put(key, chunks(randomBytes(1)), about), /Invalid file store key/);
      await assert.rejects(async () => store.get(key), /Invalid file store key/);
      await assert.rejects(async () => store.delete(key), /Invalid file store key/);
    }
  },

  'a hundred at once': async (store) => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => assertKept(store, randomBytes(1_000 + i))));
  },

  'making ready twice is harmless': async (store) => {
    await store.prepare();
    await store.prepare();
  },
};

const about = { mimeType: 'application/octet-stream' };
const newKey = (): string => newStoreKey('01900000-0000-7000-8000-000000000000');

async function put(store: FileStore, bytes: Buffer): Promise<string> {
  const key = newKey();
  assert.equal((await store.put(key, chunks(bytes), about)).sizeBytes, bytes.length);
  return key;
}

async function assertKept(store: FileStore, bytes: Buffer): Promise<void> {
  const key = await put(store, bytes);
  const { stream, sizeBytes } = await store.get(key);
  assert.equal(sizeBytes, bytes.length);
  assert.ok((await buffer(stream)).equals(bytes));
  await store.delete(key);
}

const chunks = (bytes: Buffer, times = 1): Readable => Readable.from(Array.from({ length: times }, () => bytes));

function breaking(megabytes: number): Readable {
  async function* some() {
    for (let i = 0; i < megabytes; i++) yield randomBytes(1_048_576);
    throw new Error('the line was cut');
  }
  return Readable.from(some());
}
