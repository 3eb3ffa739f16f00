import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { smsSettings } from './settings.ts';
import { signatureOf, signedFields, verify } from './verify.ts';

const settings = smsSettings.parse({ accountSid: 'AC1', authToken: '12345', from: '+15557654321' });
const receivedAt = new Date('2026-11-15T12:00:00Z');
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const form = 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212';
const request = (signature: string | undefined, to = url, body = form) => ({
  url: to,
  headers: { 'x-twilio-signature': signature },
  body: Buffer.from(body),
  receivedAt,
});
const signed = (to: string, body: string) => signatureOf('12345', to + signedFields(new URLSearchParams(body)));

test("the signature of Twilio's own example is good", () => {
  assert.equal(verify(settings, request('RSOYDt4T1cUTdK1PDd93/VVr8B8=')), true);
});

test('one byte changed anywhere is a forgery: signature, URL, query, field, another token', () => {
  const good = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  for (const bad of [undefined, '', 'RSOYDt4T1cUTdK1PDd93/VVr8B9=', good.toLowerCase(), `${good}=`]) {
    assert.equal(verify(settings, request(bad)), false, String(bad));
  }
  assert.equal(verify(settings, request(good, `${url}3`)), false);
  assert.equal(verify(settings, request(good, url, `${form}&Extra=1`)), false);
  assert.equal(verify(settings, request(good, url, form.replace('1234', '1235'))), false);
  assert.equal(verify({ ...settings, authToken: '12346' }, request(good)), false);
});

test('the port may be named or not, on either side', () => {
  const plain = 'https://example.com/in/sms?channel=1';
  const named = 'https://example.com:443/in/sms?channel=1';
  assert.equal(verify(settings, request(signed(plain, form), named)), true);
  assert.equal(verify(settings, request(signed(named, form), plain)), true);
  assert.equal(verify(settings, request(signed('http://example.com:80/', form), 'http://example.com/')), true);
  assert.equal(verify(settings, request(signed('http://127.0.0.1:4000/x', form), 'http://127.0.0.1:4000/x')), true);
  assert.equal(verify(settings, request(signed('https://example.com:8443/', form), 'https://example.com/')), false);
});

test('a repeated field counts once per value, in order', () => {
  assert.equal(signedFields(new URLSearchParams('b=2&a=9&b=1&b=2')), 'a9b1b2');
});

test('a JSON body is signed by its hash in the query', () => {
  const body = '{"hello":"world"}';
  const hashed = `${url}&bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
  assert.equal(verify(settings, request(signatureOf('12345', hashed), hashed, body)), true);
  assert.equal(verify(settings, request(signatureOf('12345', hashed), hashed, '{"hello":"moon"}')), false);
  assert.equal(verify(settings, request(signatureOf('12345', `${hashed}0`), `${hashed}0`, body)), false);
});

test('property: what is signed is good, whatever the fields, and any other token makes it bad', () => {
  const fields = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), { maxLength: 8 });
  fc.assert(
    fc.property(fields, fc.webUrl({ withQueryParameters: true }), (pairs, to) => {
      const body = new URLSearchParams(pairs).toString();
      assert.equal(verify(settings, request(signed(to, body), to, body)), true);
      assert.equal(verify({ ...settings, authToken: 'another' }, request(signed(to, body), to, body)), false);
    }),
  );
});

test('property: hostile headers, URLs and bytes are answered false, never an error', () => {
  const header = fc.oneof(fc.string(), fc.constant(undefined), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.string(), header, fc.uint8Array(), (to, signature, bytes) => {
      const hostile = { url: to, headers: { 'x-twilio-signature': signature }, body: Buffer.from(bytes), receivedAt };
      assert.equal(verify(settings, hostile), false);
    }),
  );
});
