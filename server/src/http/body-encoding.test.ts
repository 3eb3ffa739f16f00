import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { parseJsonBody } from './json-body.ts';
import { requireUtf8 } from './json-parser.ts';

type Given = Awaited<ReturnType<typeof given>>;

async function sendBytes({ baseUrl, tenant }: Given, path: string, body: Buffer, contentType = 'application/json') {
  const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': contentType };
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: new Uint8Array(body) });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
  return { status: response.status, error: ((await response.json()) as any).error };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('POST 400: bytes that are no UTF-8 are refused, wherever they are', async () => {
  const here = await given();
  const bodies = [
    latin1('{"name":"Größe"}'),
    Buffer.from('7b226e616d65223a22eda08022 7d'.replace(' ', ''), 'hex'),
    Buffer.from([0xff, 0xfe]),
  ];
  for (const body of bodies) {
    const { status, error } = await sendBytes(here, '/v3/labels', body);
    assert.equal(status, 400);
    assert.equal(error.invalidParams.body.key, 'invalid_string');
    assert.match(error.invalidParams.body.message, /not valid UTF-8/);
  }
});

test('POST 415: a charset other than UTF-8 is refused; UTF-8 in any spelling is taken', async () => {
  const here = await given();
  const named = (n: number) => Buffer.from(JSON.stringify({ name: `charset ${n}` }));
  for (const charset of ['iso-8859-1', 'utf-16', '"windows-1252"', 'us-ascii', '', 'utf-8; charset=latin1']) {
    const { status, error } = await sendBytes(here, '/v3/labels', named(0), `application/json; charset=${charset}`);
    assert.deepEqual([status, error.messageKey], [415, 'unsupported_media_type'], charset);
    assert.match(error.message, /UTF-8/);
  }
  for (const [n, charset] of ['utf-8', 'UTF-8', '"utf-8"', 'utf8'].entries())
    assert.equal((await sendBytes(here, '/v3/labels', named(n), `application/json; charset=${charset}`)).status, 201, charset);
});

test('a content type that declares no charset, or UTF-8, passes', () => {
  for (const type of [undefined, '', 'application/json', 'multipart/form-data; charset=UTF-8; boundary=x']) requireUtf8(type);
  assert.throws(() => requireUtf8(`application/json; charset=${'x'.repeat(10_000)}`), /declares the charset x{40}$/);
});

test('POST /v3/files: a file name that is no UTF-8, or holds U+FFFD, is refused, and so is a form in another charset', async () => {
  const here = await given();
  const form = (name: Buffer) =>
    Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="'),
      name,
      Buffer.from('"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n'),
    ]);
  const type = 'multipart/form-data; boundary=b';
  for (const name of [latin1('Größe.txt'), Buffer.from('a\ufffdb.txt')]) {
    const { status, error } = await sendBytes(here, '/v3/files', form(name), type);
    assert.deepEqual([status, error.invalidParams.file.key], [400, 'invalid_string']);
  }
  assert.equal((await sendBytes(here, '/v3/files', form(Buffer.from('Größe.txt')), type)).status, 201);
  const other = await sendBytes(here, '/v3/files', form(Buffer.from('a.txt')), 'multipart/form-data; charset=latin1; boundary=b');
  assert.deepEqual([other.status, other.error.messageKey], [415, 'unsupported_media_type']);
});

test('POST 400: null is a body and no object, also where no body is needed', async () => {
  const { tenant, post, get } = await given();
  const chat = await tenant.chat();
  await post(`/v3/chats/${chat.id}/status`, { status: 'snoozed', snoozedUntil: '2099-01-01T00:00:00Z' });
  for (const path of [`/v3/chats/${chat.id}/status`, `/v3/chats/${chat.id}/read`, '/v3/labels/search'])
    assert.equal((await post(path, 'null')).body.error?.invalidParams.body.key, 'invalid_type', path);
  assert.equal((await get(`/v3/chats/${chat.id}`)).body.data.status, 'snoozed');
});

test('a key that names a prototype is refused by its path, at any depth and in any spelling', async () => {
  const { post } = await given();
  const cases = {
    '{"__proto__":{"a":1}}': '__proto__',
    '{"\\u005f_proto__":null}': '__proto__',
    '{"constructor":{"prototype":{"a":1}}}': 'constructor',
    '{"metadata":{"__proto__":{"x":1}}}': 'metadata.__proto__',
    '{"metadata":{"list":[{"constructor":{"prototype":1}}]}}': 'metadata.list.0.constructor',
  };
  for (const [body, path] of Object.entries(cases)) {
    const { status, body: answer } = await post('/v3/contacts', body);
    assert.equal(status, 400, body);
    assert.deepEqual(Object.keys(answer.error.invalidParams), [path]);
    assert.equal(answer.error.invalidParams[path].key, 'unrecognized_keys');
  }
  assert.deepEqual(parseJsonBody(Buffer.from('{"constructor":"Ferrari","prototype":{"a":1}}')).value, {
    constructor: 'Ferrari',
    prototype: { a: 1 },
  });
});
