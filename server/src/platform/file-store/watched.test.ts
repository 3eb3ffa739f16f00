import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { MissingBytes, newStoreKey } from './file-store.ts';
import { createS3Store } from './s3.ts';
import { type S3Mood, startS3Server } from './s3-server.test-kit.ts';
import { FileStoreUnavailable, watchFileStore } from './watched.ts';

async function watched(t: TestContext, mood: S3Mood) {
  const server = await startS3Server(mood);
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  const s3 = createS3Store({ bucket: 'files', region: 'us-east-1', endpoint: server.url, ...keys });
  const lines: string[] = [];
  const note = (...said: unknown[]) => void lines.push(String(said.at(-1)));
  let atMs = 0;
  const clock = { now: () => new Date(atMs) };
  const store = watchFileStore(s3, { log: { error: note, info: note } as never, clock });
  t.after(async () => {
    await store.close();
    server.close();
  });
  return {
    server,
    store,
    lines,
    pass: (ms: number) => {
      atMs += ms;
    },
  };
}

const about = { mimeType: 'text/plain' };

test('S3 answers 403: the start fails, is logged once, and shows its reason', async (t) => {
  const { store, lines } = await watched(t, 'forbids');
  assert.deepEqual(store.state(), { ready: true, reason: null });
  await assert.rejects(store.prepare(), FileStoreUnavailable);
  assert.equal(store.state().ready, false);
  assert.match(store.state().reason ?? '', /HTTP 403/);
  const key = newStoreKey('t');
  await assert.rejects(store.put(key, Readable.from([Buffer.from('x')]), about), FileStoreUnavailable);
  await assert.rejects(store.get(key), FileStoreUnavailable);
  await assert.rejects(store.delete(key), FileStoreUnavailable);
  assert.deepEqual(lines, ['file store is not usable: uploads and downloads are answered with 503']);
});

test('keys that may not look at the bucket but may use its objects are enough', async (t) => {
  const { server, store, lines } = await watched(t, 'forbids looking at the bucket');
  await store.prepare();
  assert.deepEqual([store.state(), lines], [{ ready: true, reason: null }, []]);
  assert.deepEqual(
    server.requests.map((line) => line.split(' ')[0]),
    ['HEAD', 'PUT', 'GET', 'DELETE'],
  );
  assert.equal(server.objects.size, 0, 'nothing stays behind');
});

test('a store that comes back is tried again, at most every ten seconds, and says so', async (t) => {
  const { server, store, lines, pass } = await watched(t, 'forbids');
  await assert.rejects(store.prepare(), FileStoreUnavailable);
  const before = server.requests.length;
  server.mood = 'works';
  store.state();
  assert.equal(server.requests.length, before, 'too soon');
  pass(10_000);
  for (const end = Date.now() + 120_000; !store.state().ready && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(store.state(), { ready: true, reason: null });
  assert.equal(lines.at(-1), 'file store is usable again');
});

test('what is no fault of the store says nothing about it: a stream that breaks, a key without bytes', async (t) => {
  const { store } = await watched(t, 'works');
  const cut = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the line was cut');
    })(),
  );
  await assert.rejects(store.put(newStoreKey('t'), cut, about), /the line was cut/);
  await assert.rejects(store.get(newStoreKey('t')), MissingBytes);
  assert.deepEqual(store.state(), { ready: true, reason: null });
  const key = newStoreKey('t');
  await store.put(key, Readable.from([Buffer.from('hello')]), about);
  assert.equal((await buffer((await store.get(key)).stream)).toString(), 'hello');
});

test('a store that cannot be reached shows why', async (t) => {
  const { server, store } = await watched(t, 'works');
  server.close();
  await assert.rejects(store.prepare(), FileStoreUnavailable);
  assert.equal(store.state().reason, 'ECONNREFUSED');
});
