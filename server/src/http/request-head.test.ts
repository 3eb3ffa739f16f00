import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { failureOf } from './broken-requests.ts';
import { LARGEST_HEAD_BYTES } from './request-head.ts';

const { baseUrl, tenant } = await given();
const auth = `Authorization: Bearer ${tenant.token}\r\n`;

/** Sends bytes and returns the answer: its status, its headers in lower case, and its error. */
function exchange(head: string): Promise<{ status: number; headers: string; error: { messageKey: string; message: string } }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(head));
    let text = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
      const [headers = '', body = ''] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? Number.POSITIVE_INFINITY);
      if (body.length < length) return;
      socket.destroy();
      resolve({ status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), error: JSON.parse(body).error });
    });
    socket.on('close', () => reject(new Error(`closed after: ${text}`)));
  });
}

const get = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\n${headers}${auth}\r\n`;
const long = 'x'.repeat(17_000);
const veryLong = 'x'.repeat(LARGEST_HEAD_BYTES + 10_000);

const cases: [what: string, head: string, status: number, key: string, message: RegExp][] = [
  ['no Host header', get('/v3/labels/x', ''), 400, 'invalid_request', /Host header is missing/],
  ['no Host header, at a public page', get('/livez', ''), 400, 'invalid_request', /Host header is missing/],
  [
    'headers over 16 KiB',
    get('/v3/labels/x', `Host: x\r\nX-Large: ${long}\r\n`),
    431,
    'headers_too_large',
    /headers are too large.*16384/,
  ],
  [
    'headers that the parser gives up on',
    get('/v3/labels/x', `Host: x\r\nX-Large: ${veryLong}\r\n`),
    431,
    'headers_too_large',
    /16384 bytes/,
  ],
  ['a URL over 16 KiB', get(`/v3/labels/${long}`, 'Host: x\r\n'), 414, 'url_too_long', /URL is too long.*16384/],
  ['a URL of three times the limit', get(`/v3/labels/${long.repeat(3)}`, 'Host: x\r\n'), 414, 'url_too_long', /URL is too long/],
  ['a method that is none', `FOO / HTTP/1.1\r\nHost: x\r\n\r\n`, 400, 'invalid_request', /Invalid method/],
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'invalid_request', /not an HTTP request/],
];
for (const [what, head, status, key, message] of cases) {
  test(`${status} ${key}: ${what}`, async () => {
    const answer = await exchange(head);
    assert.deepEqual([answer.status, answer.error.messageKey], [status, key]);
    assert.match(answer.error.message, message);
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
      assert.match(answer.headers, new RegExp(`\r\n${name}: \\S+`), name);
    assert.match(answer.headers, /content-type: application\/json; charset=utf-8/);
  });
}

test('HTTP/1.0 needs no Host header, and URLs and headers up to their limits are read', async () => {
  const old = await exchange(`GET /v3/labels/x HTTP/1.0\r\n${auth}\r\n`);
  assert.equal(old.error.messageKey, 'label_not_found');
  const full = await exchange(get(`/v3/labels/${'x'.repeat(16_000)}`, `Host: x\r\nX-Large: ${'x'.repeat(14_000)}\r\n`));
  assert.equal(full.error.messageKey, 'label_not_found');
});

test('an unknown Expect header is ignored, not answered with an empty 417', async () => {
  const answer = await exchange(get('/v3/labels/x', 'Host: x\r\nExpect: miracles\r\n'));
  assert.equal(answer.error.messageKey, 'label_not_found');
});

test('where only a later packet of a request is known, the message names both causes', () => {
  const code = 'HPE_HEADER_OVERFLOW';
  const of = (rawPacket?: Buffer) => failureOf(Object.assign(new Error('overflow'), { code, rawPacket }));
  assert.match(of(Buffer.from('xxxxxxxxxxxx')).message, /URL and the headers together/);
  assert.match(of().message, /URL and the headers together/);
  assert.equal(failureOf(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })).key, 'request_timeout');
});
