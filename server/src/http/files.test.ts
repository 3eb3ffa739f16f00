import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { given } from '../test-kit/given.ts';
import { contentDisposition, parseRange, safeHeaders } from './send-file.ts';

type Given = Awaited<ReturnType<typeof given>>;
type Sent = { name?: string; part?: string; headers?: Record<string, string>; token?: string };

async function upload({ baseUrl, tenant }: Given, bytes: string | Uint8Array<ArrayBuffer>, sent: Sent = {}) {
  const form = new FormData();
  form.append(sent.part ?? 'file', new Blob([bytes]), sent.name ?? 'hello.txt');
  const response = await fetch(`${baseUrl}/v3/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${sent.token ?? tenant.token}`, ...sent.headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

async function publicPath({ get }: Given, fileId: string): Promise<string> {
  return new URL((await get(`/v3/files/${fileId}/public_url`)).body.data.publicUrl).pathname;
}

test('POST /v3/files 201: an upload can be downloaded by its owner and by its public link', async () => {
  const here = await given();
  const { status, body } = await upload(here, 'hello', { name: 'Grüße.txt' });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.data.name, body.data.mimeType, body.data.sizeBytes, body.data.status],
    ['Grüße.txt', 'text/plain', 5, 'ready'],
  );
  assert.deepEqual((await here.get(`/v3/files/${body.data.id}`)).body.data, body.data);
  assert.deepEqual((await here.post('/v3/files/search', { query: 'eq(sizeBytes,5)' })).body.data, [body.data]);
  assert.equal((await here.get(`/v3/files/${body.data.id}/content`)).text, 'hello');
  const path = await publicPath(here, body.data.id);
  assert.equal(await publicPath(here, body.data.id), path, 'the URL stays the same');
  const reply = await here.call('GET', path);
  assert.equal(reply.text, 'hello');
  assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(
    reply.headers.get('content-disposition'),
    `attachment; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`,
  );
});

test('POST /v3/files 4xx: each mistake has its own message', async () => {
  const here = await given({ FILE_MAX_BYTES: '100000' });
  const paramOf = async (bytes: string, sent?: Sent) => (await upload(here, bytes, sent)).body.error.invalidParams;
  assert.equal((await paramOf('')).file.key, 'too_small');
  assert.equal((await paramOf('x', { part: 'picture' })).picture.key, 'unrecognized_keys');
  const json = await here.post('/v3/files', { file: 'x' });
  assert.deepEqual([json.status, json.body.error.messageKey], [415, 'unsupported_media_type']);
  assert.match(json.body.error.message, /multipart\/form-data/);
  for (const size of [100_001, 200_000, 20_000_000]) {
    const large = await upload(here, 'x'.repeat(size));
    assert.deepEqual([large.status, large.body.error.messageKey], [413, 'payload_too_large']);
    assert.match(large.body.error.message, /100000 bytes/);
  }
  assert.equal((await upload(here, 'x'.repeat(100_000))).status, 201);
  const multipart = (body: string) =>
    here.call('POST', '/v3/files', here.tenant.token, body, { 'content-type': 'multipart/form-data; boundary=b' });
  const part = (disposition: string, text: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
  const file = part('name="file"; filename="a.txt"', 'a');
  for (const [body, key] of [
    ['', 'required'],
    ['--b--\r\n', 'required'],
    ['no form', 'custom'],
    [file, 'custom'],
    [`${file}${file}--b--\r\n`, 'too_big'],
    [`${part('name="file"', 'a')}--b--\r\n`, 'invalid_type'],
  ] as const) {
    const reply = await multipart(body);
    assert.deepEqual([reply.status, reply.body.error.invalidParams?.file?.key], [400, key], `${body}: ${reply.text}`);
  }
  assert.equal((await multipart(`${file}--b--\r\n`)).status, 201);
  assert.equal(
    (await here.call('POST', '/v3/labels', here.tenant.token, file, { 'content-type': 'multipart/form-data; boundary=b' }))
      .status,
    415,
  );
  await filesIn(here, 2);
});

test('POST /v3/files with an Idempotency-Key: the same bytes are one file, other bytes are refused, nothing is stored twice', async () => {
  const here = await given({});
  const headers = { 'idempotency-key': 'upload-1' };
  const first = await upload(here, 'one', { headers });
  const again = await upload(here, 'one', { headers });
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  const other = await upload(here, 'two', { headers });
  assert.deepEqual([other.status, other.body.error.messageKey], [422, 'idempotency_key_reused']);
  assert.equal((await upload(here, 'one', { headers, name: 'other.txt' })).status, 422, 'the name is part of the body');
  const at = await Promise.all(
    Array.from({ length: 10 }, () => upload(here, 'x', { headers: { 'idempotency-key': 'upload-2' } })),
  );
  const ids = at.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
  assert.equal(new Set(ids).size, 1);
  assert.ok(at.every(({ status, body }) => status === 201 || body.error.messageKey === 'idempotency_in_progress'));
  await filesIn(here, 2);
});

test('DELETE /v3/files/:id 200: the link ends at once and the bytes soon after', async () => {
  const here = await given({});
  const { id } = (await upload(here, 'bye')).body.data;
  const path = await publicPath(here, id);
  await filesIn(here, 1);
  assert.deepEqual((await here.del(`/v3/files/${id}`)).body.data, { deletedIds: [id], notFoundIds: [] });
  assert.deepEqual((await here.del(`/v3/files/${id}`)).body.data, { deletedIds: [], notFoundIds: [id] });
  const gone = await here.call('GET', path);
  assert.deepEqual(
    [gone.status, gone.body.error.messageKey, gone.headers.get('cache-control')],
    [404, 'file_not_found', 'no-store'],
  );
  for (const rest of ['', '/content', '/public_url']) assert.equal((await here.get(`/v3/files/${id}${rest}`)).status, 404);
  await filesIn(here, 0);
});

test('GET /f/:publicId 404: an unknown, foreign or malformed link looks like the link of a deleted file', async () => {
  const here = await given();
  const { id } = (await upload(here, 'x')).body.data;
  const good = (await publicPath(here, id)).slice(3);
  const foreign = Buffer.from(here.otherTenant.id.replaceAll('-', ''), 'hex').toString('base64url').slice(0, 21) + good.slice(21);
  const answers = [];
  for (const wrong of [
    foreign,
    good.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'x',
    `${good}x`,
    '%00',
    '..%2f..',
    id,
  ]) {
    const { status, text } = await here.call('GET', `/f/${wrong}`);
    answers.push(`${status} ${text}`);
  }
  assert.deepEqual(
    [...new Set(answers)],
    ['404 {"success":false,"error":{"messageKey":"file_not_found","message":"File not found"}}'],
  );
});

test('GET /f/:publicId 206, 304, 416 and HEAD', async () => {
  const here = await given();
  const path = await publicPath(here, (await upload(here, '0123456789')).body.data.id);
  const ask = (headers: Record<string, string>, method = 'GET') => here.call(method, path, undefined, undefined, headers);
  const part = await ask({ range: 'bytes=2-4' });
  assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, '234', 'bytes 2-4/10']);
  const etag = part.headers.get('etag') ?? '';
  assert.equal((await ask({ range: 'bytes=2-4', 'if-range': etag })).status, 206);
  assert.deepEqual(await ask({ range: 'bytes=2-4', 'if-range': '"other"' }).then((all) => [all.status, all.text]), [
    200,
    '0123456789',
  ]);
  const same = await ask({ 'if-none-match': `"x", W/${etag}` });
  assert.deepEqual([same.status, same.text], [304, '']);
  const beyond = await ask({ range: 'bytes=10-' });
  assert.deepEqual([beyond.status, beyond.body.error.messageKey], [416, 'range_not_satisfiable']);
  assert.deepEqual([beyond.headers.get('content-range'), beyond.headers.get('cache-control')], ['bytes */10', 'no-store']);
  const head = await ask({}, 'HEAD');
  assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', '10']);
});

test('one range within the file is accepted, as HTTP defines it', () => {
  const cases: [string | undefined, unknown][] = [
    [undefined, undefined],
    ['bytes=0-', { from: 0, to: 9 }],
    ['bytes=3-5', { from: 3, to: 5 }],
    ['bytes=3-500', { from: 3, to: 9 }],
    ['bytes=-4', { from: 6, to: 9 }],
    ['bytes=-400', { from: 0, to: 9 }],
    ['bytes=5-3', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=-', undefined],
    ['bytes=1e3-', undefined],
    ['items=0-1', undefined],
  ];
  for (const [header, range] of cases) assert.deepEqual(parseRange(header, 10), range, header);
  for (const beyond of ['bytes=10-', 'bytes=999999999999999-', 'bytes=-0'])
    assert.throws(() => parseRange(beyond, 10), /not there/);
});

test('only images, audio and video are shown inline; a type that could run is not sent', () => {
  const shown = (mimeType: string) => safeHeaders({ mimeType, name: 'x' });
  for (const type of ['image/png', 'video/mp4', 'audio/ogg; codecs=opus']) {
    assert.match(shown(type)['content-disposition'] ?? '', /^inline/);
    assert.equal(shown(type)['content-type'], type);
  }
  for (const type of ['application/pdf', 'application/zip', 'text/plain', 'application/octet-stream']) {
    assert.match(shown(type)['content-disposition'] ?? '', /^attachment/);
    assert.equal(shown(type)['content-type'], type);
  }
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/xml',
    'text/javascript',
    'message/rfc822',
    'application/java-archive',
  ]) {
    assert.match(shown(type)['content-disposition'] ?? '', /^attachment/);
    assert.equal(shown(type)['content-type'], 'application/octet-stream');
  }
});

test('no file name breaks out of its header', () => {
  assert.equal(
    contentDisposition('inline', 'a"b\\c%d;e.png'),
    `inline; filename="a_b_c_d_e.png"; filename*=UTF-8''a%22b%5Cc%25d%3Be.png`,
  );
  assert.equal(
    contentDisposition('inline', "x\r\nSet-Cookie: a=1'(*)"),
    "inline; filename=\"x__Set-Cookie: a=1'(*)\"; filename*=UTF-8''xSet-Cookie%3A%20a%3D1%27%28%2A%29",
  );
});

/** The worker soon deletes bytes without a reference. */
async function filesIn({ app }: Given, wanted: number): Promise<void> {
  const count = async () =>
    (await readdir(app.config.FILES_DIR, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  for (let i = 0; i < 2_400 && (await count()) !== wanted; i++) await wait(50);
  assert.equal(await count(), wanted);
}
