import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Inbound } from '../../domain/messages/index.ts';
import { headerIn, idIn, idsIn, messageIdFor, ownIdOf, vendorIdOf } from './message-id.ts';
import { parse } from './parse.ts';
import { emailSettings } from './settings.ts';
import { verify } from './verify.ts';

const OWN_ID = '0190a000-0000-7000-8000-000000000001';
const settings = emailSettings.parse({
  address: 'help@shop.example',
  smtpHost: 'mail.shop.example',
  callbackUsername: 'postmark',
  callbackPassword: 'pass:word',
});
const receivedAt = new Date('2026-11-15T12:00:00Z');
const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url));
const request = (body: Buffer | string, type: string) => ({
  url: 'https://example.com/in',
  headers: { 'content-type': type },
  body: Buffer.from(body),
  receivedAt,
});
const read = async (body: Buffer | string, type = 'message/rfc822'): Promise<Inbound> => {
  const found = await parse(settings, request(body, type));
  assert.equal(found.length, 1);
  return found[0] as Inbound;
};
const readJson = (body: object) => read(JSON.stringify(body), 'application/json; charset=utf-8');
const message = (inbound: Inbound) => {
  assert.ok(inbound.kind === 'message', JSON.stringify(inbound));
  return inbound;
};
const mail = (headers: string[], body = 'Hello') =>
  ['From: Ada <ada@example.com>', 'Message-ID: <m1@example.com>', ...headers, '', body].join('\r\n');

test('a reply with a photo: what was written, who by, in which thread, and the rest in details', async () => {
  const { content, ...rest } = message(await read(sample('reply.eml')));
  assert.deepEqual(rest, {
    kind: 'message',
    vendorId: '<CAF=1815@mail.example.com>',
    at: new Date('2026-11-15T11:58:00Z'),
    from: [{ type: 'email', value: 'Ada@Example.com' }],
    name: 'Ada Lövelace',
    isAutomatic: false,
    preference: null,
  });
  const { media, details, ...said } = content;
  assert.deepEqual(said, {
    type: 'text',
    text: 'It arrived, but the box is broken. Here is a photo.\n\n-- \nAda',
    replyTo: `<${OWN_ID}@shop.example>`,
  });
  const { html, fullText, ...known } = details ?? {};
  assert.deepEqual(known, {
    subject: 'Re: Your order № 1815',
    cleanHtml: '<p>It arrived, but the box is <b>broken</b>.</p>',
    messageId: '<CAF=1815@mail.example.com>',
    inReplyTo: `<${OWN_ID}@shop.example>`,
    references: ['<first@mail.example.com>', `<${OWN_ID}@shop.example>`],
    replyTo: null,
  });
  assert.match(String(html), /<b>broken<\/b>.*<script>/);
  assert.match(String(fullText), /> Your order № 1815 is on its way/);
  const [photo] = media;
  assert.deepEqual([photo?.fileName, photo?.mimeType], ['box.png', 'image/png']);
  assert.ok(photo && 'bytes' in photo.source && photo.source.bytes.equals(Buffer.from('89504e470d0a1a0a', 'hex')));
});

test('a mail of HTML alone is read as text, without its scripts', async () => {
  const html = '<style>p{}</style><p>Hello&nbsp;&amp; <b>welcome</b></p><script>alert("x")</script>';
  const { content } = message(await read(mail(['Content-Type: text/html; charset=utf-8'], html)));
  assert.match(content.text ?? '', /^Hello.& welcome$/);
  assert.equal(String(content.details?.html).trim(), html);
});

test('an attachment alone is what it is', async () => {
  const headers = [
    'Content-Type: audio/ogg; name="voice.ogg"',
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
  ];
  assert.equal(message(await read(mail(headers, 'T2dnUw=='))).content.type, 'audio');
});

test('a bounce is a status of the mail that is in it', async () => {
  assert.deepEqual(await read(sample('bounce.eml')), {
    kind: 'status',
    vendorId: `<${OWN_ID}@shop.example>`,
    messageId: OWN_ID,
    status: 'failed',
    at: receivedAt,
    error: {
      key: 'undeliverable',
      code: '5.1.1',
      message: '550 5.1.1 <nobody@example.com>: Recipient address rejected: User unknown',
    },
    isOptOut: false,
    recipients: ['nobody@example.com'],
  });
});

test('a report of delivery, of delay, about headers only, and about nothing we can name', async () => {
  const bounce = sample('bounce.eml').toString();
  const delivered = await read(bounce.replace('Action: failed', 'Action: delivered'));
  assert.ok(delivered.kind === 'status' && delivered.status === 'delivered' && delivered.error === null);
  assert.equal((await read(bounce.replace('Action: failed', 'Action: delayed'))).kind, 'ignored');
  const headersOnly = await read(bounce.replace('Content-Type: message/rfc822', 'Content-Type: text/rfc822-headers'));
  assert.ok(headersOnly.kind === 'status' && headersOnly.messageId === OWN_ID);
  const nameless = message(await read(bounce.replace(/Message-ID: <0190.*\r\n/, '')));
  assert.ok(nameless.isAutomatic, 'shown to people, and no automation answers it');
});

test('a complaint unsubscribes whom it is from', async () => {
  const of = { type: 'email', value: 'ada@example.com' };
  assert.deepEqual(await read(sample('complaint.eml')), {
    kind: 'preference',
    of,
    isSubscribed: false,
    at: new Date('2026-11-15T11:00:00Z'),
    about: { vendorId: `<${OWN_ID}@shop.example>`, messageId: OWN_ID },
  });
});

test('a report that failed authentication is ignored as forged, and one that names no message too', async () => {
  for (const name of ['bounce.eml', 'complaint.eml']) {
    const failed = `Authentication-Results: mx.shop.example; dmarc=fail\r\n${sample(name).toString()}`;
    assert.deepEqual(await read(failed), { kind: 'ignored', what: 'mail report that failed authentication', isForged: true });
  }
  const nameless = sample('complaint.eml')
    .toString()
    .replace(/Message-ID: <0190.*\r?\n/, '');
  assert.equal((await read(nameless)).kind, 'ignored');
});

test('machines are recognised by any of their marks, people are not', async () => {
  const marks = [
    'Auto-Submitted: auto-replied',
    'auto-submitted: auto-generated; owner-email="x"',
    'Precedence: bulk',
    'Precedence: list',
    'X-Auto-Response-Suppress: All',
    'X-Autoreply: yes',
    'Return-Path: <>',
    'List-Id: <news.example.com>',
  ];
  for (const mark of marks) assert.equal(message(await read(mail([mark]))).isAutomatic, true, mark);
  for (const mark of ['Auto-Submitted: no', 'Precedence: normal', 'Return-Path: <ada@example.com>', 'X-Mailer: x']) {
    assert.equal(message(await read(mail([mark]))).isAutomatic, false, mark);
  }
  assert.equal(message(await read('From: MAILER-DAEMON@example.com\r\n\r\nx')).isAutomatic, true);
});

test('our own mail, mail without a sender and invalid mail are counted, not shown', async () => {
  assert.equal((await read('From: HELP@Shop.example\r\n\r\nx')).kind, 'ignored');
  assert.equal((await read('Subject: x\r\n\r\nx')).kind, 'ignored');
  assert.equal((await read('')).kind, 'ignored');
  assert.equal((await read('{', 'application/json')).kind, 'ignored');
  assert.equal((await read('7', 'application/json')).kind, 'ignored');
});

test('unsubscribe as the whole subject or text asks to be left alone', async () => {
  assert.equal(message(await read(mail(['Subject: Unsubscribe'], ''))).preference, 'stop');
  assert.equal(message(await read(mail([], 'STOP'))).preference, 'stop');
  assert.equal(message(await read(mail(['Subject: How do I unsubscribe?'], 'Please tell me'))).preference, null);
});

test('an impossible date is replaced by ours', async () => {
  const at = async (date: string) => message(await read(mail([`Date: ${date}`]))).at.toISOString();
  assert.equal(await at('Sun, 15 Nov 2026 10:00:00 +0000'), '2026-11-15T10:00:00.000Z');
  for (const date of ['Sun, 15 Nov 2099 10:00:00 +0000', 'Thu, 01 Jan 1970 00:00:00 +0000', 'yesterday']) {
    assert.equal(await at(date), receivedAt.toISOString(), date);
  }
});

test('ids: in brackets, made up from the bytes where there is none, and ours are recognised', () => {
  assert.equal(idIn(' bare@example.com '), '<bare@example.com>');
  assert.equal(idIn('two words'), null);
  assert.deepEqual(idsIn('<a@b>\r\n <c@d> junk <a@b>'), ['<a@b>', '<c@d>']);
  assert.equal(headerIn(Buffer.from('A: 1\r\nMESSAGE-ID:\r\n <x@y>\r\n\r\nMessage-ID: <no@no>'), 'message-id'), '<x@y>');
  assert.equal(vendorIdOf(Buffer.from('From: a\n\nx')), vendorIdOf(Buffer.from('From: a\n\nx')));
  assert.notEqual(vendorIdOf(Buffer.from('From: a\n\nx')), vendorIdOf(Buffer.from('From: a\n\ny')));
  assert.equal(ownIdOf(settings, messageIdFor(settings, OWN_ID)), OWN_ID);
  assert.equal(ownIdOf(settings, `<${OWN_ID}@elsewhere.example>`), null);
  assert.equal(ownIdOf(settings, '<not-an-id@shop.example>'), null);
});

test('Postmark: a mail', async () => {
  const { content, ...rest } = message(await readJson(JSON.parse(sample('postmark-inbound.json').toString())));
  assert.deepEqual(
    [rest.vendorId, rest.from, rest.name],
    ['<where-1@example.com>', [{ type: 'email', value: 'ada@example.com' }], 'Ada Lovelace'],
  );
  assert.deepEqual(
    [content.text, content.replyTo, content.details?.subject],
    ['Where is my order?', '<thanks-1@shop.example>', 'Where is it?'],
  );
  const [file] = content.media;
  assert.ok(file && 'bytes' in file.source);
  assert.deepEqual([file.fileName, String(file.source.bytes)], ['order.txt', '1815']);
});

test('Postmark: what became of ours', async () => {
  const base = { MessageID: 'pm-1', Metadata: { 'Message-Id': OWN_ID }, Recipient: 'ada@example.com', Email: 'ada@example.com' };
  const at = new Date('2026-11-15T11:58:10Z');
  const ours = { vendorId: `<${OWN_ID}@shop.example>`, messageId: OWN_ID, at, error: null, isOptOut: false };
  assert.deepEqual(await readJson({ ...base, RecordType: 'Delivery', DeliveredAt: '2026-11-15T11:58:10Z' }), {
    kind: 'status',
    status: 'delivered',
    ...ours,
  });
  const open = await readJson({ ...base, RecordType: 'Open', ReceivedAt: '2026-11-15T11:58:10Z' });
  assert.deepEqual(open, { kind: 'status', status: 'read', ...ours });
  const bounce = await readJson(JSON.parse(sample('postmark-bounce.json').toString()));
  assert.ok(bounce.kind === 'status' && bounce.status === 'failed' && bounce.messageId === OWN_ID);
  assert.deepEqual([bounce.error?.key, bounce.error?.code], ['undeliverable', '5.1.1']);
  const kindOf = async (event: object) => (await readJson({ ...base, ...event })).kind;
  assert.equal(await kindOf({ RecordType: 'Bounce', Type: 'Transient' }), 'ignored');
  assert.equal(await kindOf({ RecordType: 'Click' }), 'ignored');
  assert.equal(await kindOf({ RecordType: 'Delivery', MessageID: null, Metadata: {} }), 'ignored');
});

test('Postmark: complaints and subscription changes are what the contact wants', async () => {
  const of = { type: 'email', value: 'ada@example.com' };
  const off = { kind: 'preference', of, isSubscribed: false, at: receivedAt };
  assert.deepEqual(await readJson({ RecordType: 'SpamComplaint', Email: 'ada@example.com' }), off);
  const change = { RecordType: 'SubscriptionChange', Recipient: 'ada@example.com', SuppressSending: true };
  assert.deepEqual(await readJson({ ...change, SuppressionReason: 'ManualSuppression' }), off);
  assert.deepEqual(await readJson({ ...change, SuppressSending: false }), { ...off, isSubscribed: true });
  assert.equal(
    (await readJson({ ...change, SuppressionReason: 'HardBounce' })).kind,
    'ignored',
    'an address that broke asked for nothing',
  );
});

test('verify: the agreed login and no other; without one every request is refused', () => {
  const login = (text: string) => ({ ...request('', 'application/json'), headers: { authorization: text } });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  assert.equal(verify(settings, login(basic('postmark:pass:word'))), true);
  for (const bad of [basic('postmark:pass'), basic('Postmark:pass:word'), 'Bearer x', '', basic(''), 'Basic', 'Basic !!!']) {
    assert.equal(verify(settings, login(bad)), false, bad);
  }
  const open = { ...settings, callbackUsername: undefined, callbackPassword: undefined };
  for (const text of [basic(':'), basic('undefined:undefined'), basic('')]) assert.equal(verify(open, login(text)), false);
});

test('property: any bytes under any type are read as something, without an error', async () => {
  const type = fc.constantFrom('message/rfc822', 'application/json', 'text/plain');
  const piece = fc.constantFrom(
    'From: a@b.example\r\n',
    'Content-Type: multipart/report; boundary=x\r\n',
    '\r\n',
    '--x\r\n',
    '--x--',
    'Message-ID: <',
    '=?utf-8?Q?',
    'Content-Type: message/delivery-status\r\n\r\n',
    'Action: failed\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    '\0',
    '>',
  );
  const body = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))).map((pieces) => Buffer.from(pieces.join(''))),
    fc.json().map((json) => Buffer.from(json)),
  );
  await fc.assert(
    fc.asyncProperty(body, type, async (bytes, contentType) => {
      for (const inbound of await parse(settings, request(bytes, contentType))) assert.ok(inbound.kind);
    }),
  );
});

test('property: a Postmark callback with any value in any field is read without an error', async () => {
  const names = fc.constantFrom(
    'RecordType',
    'From',
    'FromFull',
    'Headers',
    'Attachments',
    'Metadata',
    'Date',
    'TextBody',
    'Email',
    'Type',
  );
  const record = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.constantFrom('Bounce', 'Delivery', 'a@b.example')));
  await fc.assert(fc.asyncProperty(record, async (body) => assert.ok((await readJson(body)).kind)));
});
