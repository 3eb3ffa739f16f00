import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerMetaChallenge, isSignedByMeta, readCallback, readGraphError } from './meta.ts';
import { readAnswer } from './meta-graph.ts';
import { classify } from './whatsapp/classify.ts';

const signed = (body: Buffer, header: string | string[] | undefined) =>
  isSignedByMeta('app-secret', { url: '', headers: { 'x-hub-signature-256': header }, body, receivedAt: new Date(0) });
const signatureOf = (body: Buffer, key = 'app-secret') => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

test('verify: the signature is over the raw bytes, and nothing else passes', () => {
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]); // not even text
  assert.ok(signed(body, signatureOf(body)));
  assert.ok(signed(body, signatureOf(body).toUpperCase().replace('SHA256', 'sha256')));
  assert.ok(!signed(Buffer.concat([body, Buffer.from(' ')]), signatureOf(body)), 'one more space');
  assert.ok(!signed(body, signatureOf(body, 'another-secret')));
  assert.ok(!signed(body, signatureOf(body).slice(0, -2)), 'a shorter one must not throw');
  for (const forged of [undefined, '', 'sha256=', `sha1=${'0'.repeat(40)}`, [signatureOf(body)]])
    assert.ok(!signed(body, forged));
});

test('verify: a signature made by openssl', () => {
  const known = 'ae958d6f00b134dd32b95a9a76bedaaeb068c0949769358355023f7d1a0c580b';
  assert.ok(signed(Buffer.from('{"object":"page"}'), `sha256=${known}`));
});

test('challenge: only with the right mode and token', () => {
  const ask = (query: Record<string, string>) => answerMetaChallenge('my-token', new URLSearchParams(query));
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': 'my-token', 'hub.challenge': '1158201444' };
  assert.equal(ask(right), '1158201444');
  assert.equal(ask({ ...right, 'hub.verify_token': 'my-token ' }), undefined);
  assert.equal(ask({ ...right, 'hub.mode': 'unsubscribe' }), undefined);
  assert.equal(ask({ 'hub.mode': 'subscribe', 'hub.verify_token': 'my-token' }), undefined, 'nothing to give back');
  assert.equal(ask({}), undefined);
});

test('a callback is sanitized: no NUL, no half characters, and long numbers keep their digits', () => {
  const read = (text: string) => readCallback(Buffer.from(text));
  assert.deepEqual(read('{"a":"x\\u0000y","b\\u0000":["\\ud83d"]}'), { a: 'xy', b: ['\ufffd'] });
  assert.deepEqual(read('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
  assert.deepEqual(read('{"id":12345678901234567891,"n":7}'), { id: '12345678901234567891', n: 7 });
  assert.equal(read('{"a":'), undefined);
});

test('property: any bytes are read or not, never an exception', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readCallback(Buffer.from(bytes))));
  const deep = `${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}`;
  assert.doesNotThrow(() => readCallback(Buffer.from(deep)));
});

test('an error has Graph’s message without its number, with the details', () => {
  const error = readGraphError({
    code: 131047,
    message: '(#131047) Re-engagement message',
    error_data: { details: 'More than 24 hours have passed.' },
  });
  assert.equal(error?.message, 'Re-engagement message: More than 24 hours have passed.');
  assert.equal(readGraphError({ code: 2 })?.message, 'Meta gave no reason');
  for (const wrong of [null, 'x', {}, { code: null }, { code: 'abc' }]) assert.equal(readGraphError(wrong), undefined);
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  readAnswer({ kind: 'answered', status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, classify);

test('the code decides, whatever the HTTP status; without a code the status speaks', () => {
  const meaning = (status: number, body: unknown) => {
    const read = answer(status, body);
    return read.kind === 'refused' ? read.next : read.kind;
  };
  assert.equal(meaning(200, { messages: [] }), 'ok');
  assert.equal(meaning(200, { error: { code: 131056 } }), 'retry');
  assert.equal(meaning(500, { error: { code: 131026 } }), 'fail');
  assert.equal(meaning(401, { error: { code: 190 } }), 'stop_channel');
  assert.equal(meaning(502, '<html>Bad gateway</html>'), 'unknown', 'it may have been sent');
  assert.equal(meaning(503, { error: 'no code here' }), 'unknown');
  assert.equal(meaning(429, 'slow down'), 'slow_down');
  assert.equal(meaning(403, 'forbidden by a proxy'), 'stop_channel');
  assert.equal(meaning(404, 'wrong base URL'), 'fail');
});

test('a limit says how long to wait where Meta or a gateway says so', () => {
  const wait = (headers: Record<string, string>, code = 80007) => {
    const read = answer(400, { error: { code } }, headers);
    return read.kind === 'refused' ? read.retryAfterSeconds : undefined;
  };
  const usage = '{"102290129340398":[{"type":"whatsapp","call_count":100,"estimated_time_to_regain_access":19}]}';
  assert.equal(wait({ 'x-business-use-case-usage': usage }), 19 * 60);
  assert.equal(wait({ 'retry-after': '30' }), 30);
  assert.equal(wait({}), undefined);
  assert.equal(wait({ 'retry-after': '30' }, 131056), 6, 'the pair limit has its own wait');
});
