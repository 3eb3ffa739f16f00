import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Inbound } from '../../domain/messages/index.ts';
import { parse } from './parse.ts';
import { smsSettings } from './settings.ts';

const settings = smsSettings.parse({ accountSid: 'AC1', authToken: 'secret', from: '+15557654321' });
const receivedAt = new Date('2026-11-15T12:00:00Z');
const read = (body: string | Buffer, query = '') => {
  const [inbound, ...others] = parse(settings, {
    url: `https://example.com/in${query}`,
    headers: {},
    body: Buffer.from(body),
    receivedAt,
  });
  assert.ok(inbound && others.length === 0);
  return inbound;
};
const sample = (name: string) => readFileSync(new URL(`samples/${name}.txt`, import.meta.url), 'utf8').trim();
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const text = (body: string, more = {}) =>
  form({ MessageSid: 'SM1', From: '+14155550123', Body: body, SmsStatus: 'received', ...more });
const message = (inbound: Inbound) => {
  assert.ok(inbound.kind === 'message');
  return inbound;
};

test('a text message', () => {
  assert.deepEqual(read(sample('inbound')), {
    kind: 'message',
    vendorId: 'SM1f0e8ae6ade43cb3c0ce4525424e404f',
    at: receivedAt,
    from: [{ type: 'phone_number', value: '+14155550123' }],
    name: null,
    content: { type: 'text', text: 'Is my order on its way? 📦', media: [], details: null, replyTo: null },
    isAutomatic: false,
    preference: null,
  });
});

test('a message with media: where to fetch each, and the text is the caption', () => {
  const { content } = message(read(sample('inbound-media')));
  assert.equal(content.type, 'image');
  assert.equal(content.text, 'The box is broken');
  assert.deepEqual(
    content.media.map(({ mimeType, source }) => [mimeType, 'ref' in source && source.ref.url?.slice(-3)]),
    [
      ['image/jpeg', 'ME1'],
      ['application/pdf', 'ME2'],
    ],
  );
});

test('a status has our id from the query, what failed and why', () => {
  assert.deepEqual(read(sample('status-undelivered'), '?messageId=0190-ours'), {
    kind: 'status',
    vendorId: 'SM3f0e8ae6ade43cb3c0ce4525424e404f',
    messageId: '0190-ours',
    status: 'failed',
    at: receivedAt,
    error: { key: 'undeliverable', code: '30003', message: 'Unreachable destination handset' },
    isOptOut: false,
  });
});

test('every status of Twilio is either one of ours or of no use', () => {
  const kinds = Object.fromEntries(
    'accepted scheduled queued sending sent delivered undelivered failed read canceled partially_delivered constructor'
      .split(' ')
      .map((word) => {
        const inbound = read(form({ MessageSid: 'SM1', MessageStatus: word }));
        return [word, inbound.kind === 'status' ? inbound.status : inbound.kind];
      }),
  );
  assert.deepEqual(kinds, {
    accepted: 'ignored',
    scheduled: 'ignored',
    queued: 'ignored',
    sending: 'ignored',
    constructor: 'ignored',
    sent: 'sent',
    delivered: 'delivered',
    partially_delivered: 'delivered',
    read: 'read',
    undelivered: 'failed',
    failed: 'failed',
    canceled: 'failed',
  });
  assert.equal(read(form({ MessageStatus: 'delivered' })).kind, 'ignored', 'its message is unknown');
});

test('a status with 21610 says that the contact opted out', () => {
  const inbound = read(form({ MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '21610' }));
  assert.ok(inbound.kind === 'status' && inbound.isOptOut && inbound.error?.key === 'contact_unsubscribed');
});

test('STOP and START words count when they are the whole message', () => {
  for (const word of ['STOP', ' stop\n', 'StopAll', 'UNSUBSCRIBE', 'cancel', 'End', 'QUIT']) {
    assert.equal(message(read(text(word))).preference, 'stop', word);
  }
  for (const word of ['START', 'yes', 'Unstop ']) assert.equal(message(read(text(word))).preference, 'start', word);
  for (const word of ['Please stop by', 'stop!?', 'starting', '', 'the end']) {
    assert.equal(message(read(text(word))).preference, null, word);
  }
  assert.equal(message(read(text('BASTA', { OptOutType: 'STOP' }))).preference, 'stop', "the account's own word");
});

test('a sender that is a word is no phone number; other channels of the account are not ours', () => {
  assert.deepEqual(message(read(text('hi', { From: 'ACME' }))).from, [{ type: 'external', value: 'ACME' }]);
  assert.deepEqual(message(read(text('hi', { From: '72345' }))).from, [{ type: 'phone_number', value: '72345' }]);
  assert.equal(read(text('hi', { From: 'whatsapp:+14155550123' })).kind, 'ignored');
});

test('property: any bytes are read as something, without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, url) => {
      const found = parse(settings, { url, headers: {}, body: Buffer.from(bytes), receivedAt });
      assert.equal(found.length, 1);
    }),
  );
  const names = fc.constantFrom('MessageSid', 'From', 'Body', 'MessageStatus', 'MediaUrl0', 'NumMedia', 'ErrorCode', '__proto__');
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'binary' }))), (pairs) => {
      assert.ok(read(new URLSearchParams(pairs).toString()).kind);
    }),
  );
});
