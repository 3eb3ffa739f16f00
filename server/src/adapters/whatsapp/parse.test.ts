import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Inbound } from '../../domain/messages/index.ts';
import { cpuMs } from '../../test-kit/cpu.ts';
import { parse } from './parse.ts';

const own = { phoneNumberId: '106540352242922', wabaId: '102290129340398' };
const samples = new URL('./samples/', import.meta.url);
const read = (name: string): Inbound[] => parse(own, { body: readFileSync(new URL(`${name}.json`, samples)) });
const parsed = (callback: unknown): Inbound[] => parse(own, { body: Buffer.from(JSON.stringify(callback) ?? '') });

/** The one thing a sample says; `kind` narrows its type. */
function one<K extends Inbound['kind']>(name: string, kind: K): Extract<Inbound, { kind: K }> {
  const [first, ...others] = read(name);
  assert.deepEqual(others, []);
  assert.equal(first?.kind, kind);
  return first as Extract<Inbound, { kind: K }>;
}

const phone = { type: 'phone_number', value: '+16505551234' };
const userId = { type: 'whatsapp_user_id', value: 'US.13491208655302741918' };

test('text: who, when, what', () => {
  const message = one('text', 'message');
  assert.match(message.vendorId, /^wamid\./);
  assert.deepEqual(message.at, new Date('2025-06-08T20:59:43Z'));
  assert.deepEqual(message.from, [phone, userId]);
  assert.equal(message.name, 'Sheena Nelson');
  assert.deepEqual(message.content, {
    type: 'text',
    text: 'Does it come in another color?',
    media: [],
    details: null,
    replyTo: null,
  });
});

test('every sort of content says what it is', () => {
  const quoted = 'wamid.HBgLMTU1NTA3ODM4ODEVAgARGBI1Qjk';
  const media = (mediaId: string, mimeType: string, fileName: string | null = null) => [
    { mimeType, fileName, source: { ref: { mediaId } } },
  ];
  const expected: Record<string, object> = {
    reply: { type: 'text', text: 'This one, please', replyTo: `${quoted}2AA==` },
    forwarded: { type: 'text', details: { isForwarded: true } },
    image: { type: 'image', text: 'My pug', media: media('1003383421387256', 'image/jpeg'), details: null },
    video: { type: 'video', text: null, media: media('1003383421387257', 'video/mp4') },
    voice: { type: 'audio', media: media('1908647269898587', 'audio/ogg'), details: { isVoice: true } },
    document: {
      type: 'document',
      text: 'Is this right?',
      media: media('1908647269898588', 'application/pdf', 'Invoice 2026-11.pdf'),
    },
    sticker: { type: 'image', media: media('798882015472548', 'image/webp'), details: { isSticker: true } },
    'button-reply': {
      type: 'interactive',
      text: 'Cancel',
      details: { kind: 'button_reply', id: 'cancel-button', title: 'Cancel' },
      replyTo: `${quoted}3AA==`,
    },
    'list-reply': {
      type: 'interactive',
      details: {
        kind: 'list_reply',
        id: 'priority_express',
        title: 'Priority Mail Express',
        description: 'Next day to 2 days',
      },
    },
    'form-reply': { type: 'interactive', text: 'Sent', details: { kind: 'form', name: 'flow', answers: '{"size":"M"}' } },
    'template-button': {
      type: 'interactive',
      text: 'Unsubscribe',
      details: { kind: 'button', id: 'Unsubscribe', title: 'Unsubscribe' },
    },
    reaction: { type: 'reaction', text: '👍', details: { toVendorId: `${quoted}5AA==`, emoji: '👍' }, replyTo: `${quoted}5AA==` },
    'reaction-removed': { type: 'reaction', text: null, details: { toVendorId: `${quoted}5AA==`, emoji: null } },
    unsupported: {
      type: 'unsupported',
      details: {
        kind: 'unsupported',
        errors: [{ code: '131051', message: 'Message type unknown: Message type is currently not supported.' }],
      },
    },
    unavailable: { type: 'unsupported', text: null },
  };
  for (const [name, content] of Object.entries(expected)) {
    assert.partialDeepStrictEqual(one(name, 'message').content, content, name);
  }
});

test('locations, cards, orders and advertisements keep their details', () => {
  assert.partialDeepStrictEqual(one('location', 'message').content, {
    type: 'location',
    details: { latitude: 37.483307, longitude: -122.148981, name: "Pablo Morales' house" },
  });
  assert.partialDeepStrictEqual(one('contacts', 'message').content, {
    type: 'contact',
    details: {
      contacts: [{ name: 'Barbara J. Johnson', company: 'Social Tsunami', phones: [{ waId: '16505559999' }] }],
    },
  });
  assert.partialDeepStrictEqual(one('order', 'message').content, {
    type: 'interactive',
    text: 'Love these!',
    details: { kind: 'order', items: [{ productId: 'di9ozbzfi4', quantity: 2, price: 30, currency: 'USD' }] },
  });
  assert.partialDeepStrictEqual(one('ad-referral', 'message').content, {
    details: { referral: { sourceType: 'ad', sourceId: '120226305854810726', headline: 'Chat with us' } },
  });
});

test('a person who hides their number is known by the user id alone', () => {
  const message = one('user-id-only', 'message');
  assert.deepEqual(message.from, [userId]);
  assert.equal(message.name, 'Sheena Nelson');
});

test('an edit is a new message that answers the old one; a revoked message is deleted', () => {
  const original = 'wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTRBNjU5OUFFRTAzODEwMTAwAA==';
  const edited = one('edited', 'message');
  assert.notEqual(edited.vendorId, original);
  assert.partialDeepStrictEqual(edited.content, {
    text: 'Make that 100 pieces',
    replyTo: original,
    details: { edits: original },
  });
  assert.equal(one('revoked', 'deleted').vendorId, original);
});

test('new numbers and new user ids are names of the same person', () => {
  assert.deepEqual(read('changed-number'), [
    { kind: 'address', of: phone, alsoKnownAs: { type: 'phone_number', value: '+12195555358' } },
  ]);
  assert.deepEqual(read('changed-user-id'), [
    { kind: 'address', of: userId, alsoKnownAs: { type: 'whatsapp_user_id', value: 'US.11815799212886844830' } },
  ]);
});

test('statuses: our own id comes back, played is read, and a delivery teaches the user id', () => {
  const at = new Date('2025-06-18T16:22:53Z');
  const vendorId = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI3OTJDNzUxAA==';
  const messageId = '01a1dcca-3c52-7d90-a4f1-6be82c1f5d07';
  const status = (status: string) => ({ kind: 'status', vendorId, messageId, status, at, error: null, isOptOut: false });
  const [sent, ...others] = read('status-sent');
  assert.partialDeepStrictEqual(sent, status('sent'));
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(read('status-delivered'), [
    status('delivered'),
    { kind: 'address', of: phone, alsoKnownAs: userId },
  ]);
  assert.partialDeepStrictEqual(read('status-read'), [status('read')]);
  assert.partialDeepStrictEqual(read('status-played'), [status('read')]);
});

test('a status says what the message costs', () => {
  const pricing = { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' };
  const [status] = parsed(callbackOf({ statuses: [{ id: 'wamid.X', status: 'sent', timestamp: '1750263773', pricing }] }));
  assert.partialDeepStrictEqual(status, {
    kind: 'status',
    pricing: { billable: true, model: 'PMP', category: 'service', type: 'regular' },
  });
});

const changeOf = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: own.wabaId, changes: [{ field, value }] }],
});

test('a call of a contact is a message that cannot be shown; its end and our own calls are nothing new', () => {
  const metadata = { phone_number_id: own.phoneNumberId };
  const call = { id: 'wacid.1', from: '16505551234', event: 'connect', direction: 'USER_INITIATED', timestamp: '1750263773' };
  const kinds = (change: object) =>
    parsed(changeOf('calls', { metadata, calls: [{ ...call, ...change }] })).map(({ kind }) => kind);
  const [message] = parsed(changeOf('calls', { metadata, calls: [call] }));
  assert.partialDeepStrictEqual(message, {
    kind: 'message',
    vendorId: 'wacid.1',
    content: { type: 'unsupported', details: { kind: 'call' } },
  });
  assert.deepEqual(kinds({ event: 'terminate' }), ['ignored']);
  assert.deepEqual(kinds({ direction: 'BUSINESS_INITIATED' }), ['ignored']);
  assert.deepEqual(kinds({ timestamp: 'soon' }), ['ignored']);
});

test('what Meta changes of a template by itself: its category and its quality', () => {
  const named = { message_template_id: 7, message_template_name: 'sale', message_template_language: 'en_US' };
  const template = { kind: 'template_change', vendorId: '7', name: 'sale', language: 'en_US' };
  assert.deepEqual(parsed(changeOf('template_category_update', { ...named, new_category: 'MARKETING' })), [
    { ...template, category: 'marketing' },
  ]);
  assert.deepEqual(parsed(changeOf('message_template_quality_update', { ...named, new_quality_score: 'RED' })), [
    { ...template, quality: 'red' },
  ]);
  assert.equal(parsed(changeOf('template_category_update', { ...named, new_category: 'OTHER' }))[0]?.kind, 'ignored');
});

test('a failed status says why, and whether the contact wants no more', () => {
  const late = one('status-failed-window', 'status');
  assert.equal(late.error?.key, 'outside_messaging_window');
  assert.equal(late.error?.code, '131047');
  assert.match(late.error?.message ?? '', /more than 24 hours/);
  assert.equal(late.isOptOut, false);
  const stopped = one('status-failed-opt-out', 'status');
  assert.equal(stopped.error?.key, 'contact_unsubscribed');
  assert.equal(stopped.isOptOut, true);
});

test('a failed status without a reason, and opaque data of another application', () => {
  const statuses = [{ id: 'wamid.X', status: 'failed', timestamp: '1750263773', biz_opaque_callback_data: 'order 7' }];
  const [status] = parsed(callbackOf({ statuses }));
  assert.ok(status?.kind === 'status');
  assert.equal(status.messageId, null);
  assert.equal(status.error?.code, null);
  assert.match(status.error?.message ?? '', /did not say why/);
});

test('echoes, opt-outs, templates, trouble', () => {
  assert.deepEqual(
    read('echo').map((said) => said.kind),
    ['echo', 'address'],
  );
  assert.partialDeepStrictEqual(read('echo')[0], { to: phone, content: { type: 'text' } });
  assert.partialDeepStrictEqual(one('opt-out', 'preference'), { of: phone, isSubscribed: false });
  assert.partialDeepStrictEqual(one('opt-in', 'preference'), { of: phone, isSubscribed: true });
  const template = { vendorId: '1689556908129832', name: 'order_confirmation', language: 'en_US' };
  assert.deepEqual(read('template-approved'), [{ kind: 'template', ...template, status: 'approved', reason: null }]);
  assert.partialDeepStrictEqual(one('template-rejected', 'template'), {
    status: 'rejected',
    reason: 'Parameters are not sequential: Number the parameters from 1',
  });
  assert.match(one('template-paused', 'template').reason ?? '', /^FIRST_PAUSE: .*paused for 3 hours/);
  assert.equal(one('account-error', 'channel_trouble').error.key, 'rate_limited');
  assert.equal(one('account-disabled', 'channel_trouble').error.key, 'channel_needs_attention');
});

test('what concerns another number or account is counted', () => {
  assert.equal(one('other-number', 'ignored').what, 'messages of another number');
});

test('a batch is read to its end: every entry, change, message and status, in order', () => {
  const said = read('batch').map((item) => ('vendorId' in item ? item.vendorId : item.kind));
  assert.deepEqual(said, ['wamid.A1', 'wamid.A2', 'ignored', 'wamid.B1', 'wamid.B2', 'ignored', 'wamid.A3', 'ignored']);
  const names = read('batch').flatMap((item) => (item.kind === 'message' ? [item.name] : []));
  assert.deepEqual(names, ['Sheena Nelson', 'Pablo Morales', 'Sheena Nelson']);
});

function callbackOf(...values: object[]) {
  const metadata = { phone_number_id: own.phoneNumberId };
  const changes = values.map((value) => ({ field: 'messages', value: { metadata, ...value } }));
  return { object: 'whatsapp_business_account', entry: changes.map((change) => ({ id: own.wabaId, changes: [change] })) };
}

test('property: of any batch nothing is lost, doubled or moved', () => {
  const update = fc.record({ id: fc.uuid(), isStatus: fc.boolean() });
  fc.assert(
    fc.property(fc.array(fc.array(update, { maxLength: 20 }), { maxLength: 20 }), (groups) => {
      const values = groups.map((group) => ({
        messages: group.filter((one) => !one.isStatus).map(({ id }) => textOf(id)),
        statuses: group.filter((one) => one.isStatus).map(({ id }) => ({ id, status: 'read', timestamp: '1750263773' })),
      }));
      const expected = values.flatMap(({ messages, statuses }) => [...messages, ...statuses].map(({ id }) => id));
      const found = parsed(callbackOf(...values)).flatMap((item) => ('vendorId' in item ? [item.vendorId] : []));
      assert.deepEqual(found, expected);
    }),
  );
});

const textOf = (id: string) => ({ from: '16505551234', id, timestamp: '1749416383', type: 'text', text: { body: id } });

test('property: hostile JSON never throws, at any position', () => {
  const names = readdirSync(samples).map((name) => name.replace('.json', ''));
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, -1, 1e300, '__proto__', 'constructor', [], {}, '\0'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), junk, (name, where, value) => {
      const sample: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, samples), 'utf8'));
      const said = parsed(spoiled(sample, where, value));
      for (const item of said) if ('at' in item) assert.ok(!Number.isNaN(item.at.getTime()));
      assert.ok(!JSON.stringify(said).includes('\\u0000'), 'nothing that the database cannot keep');
    }),
    { numRuns: 2_000 },
  );
  fc.assert(fc.property(fc.jsonValue(), (json) => void parsed(json)));
});

/** The sample with the n-th of its values replaced. */
function spoiled(sample: unknown, n: number, value: unknown): unknown {
  const total = JSON.stringify(sample).length;
  let left = n % Math.min(total, 60);
  return JSON.parse(JSON.stringify(sample), (_key, one: unknown) => (left-- === 0 ? value : one));
}

test('a thousand updates are read in well under a second', () => {
  const messages = Array.from({ length: 1_000 }, (_, i) => textOf(`wamid.${i}`));
  const body = Buffer.from(JSON.stringify(callbackOf({ messages })));
  const tookMs = cpuMs(() => assert.equal(parse(own, { body }).length, 1_000));
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
});
