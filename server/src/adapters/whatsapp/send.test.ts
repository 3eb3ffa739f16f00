import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outgoing, OutgoingContent, OutgoingMedia } from '../../domain/messages/index.ts';
import { givenServer } from '../meta.test-kit.ts';
import { isSignedByMeta } from '../meta.ts';
import { given } from './given.test-kit.ts';
import { send, toRequestBody } from './send.ts';
import { Settings } from './settings.ts';

const messageId = '01a1dcca-3c52-7d90-a4f1-6be82c1f5d07';
const text = (text: string): OutgoingContent => ({ type: 'text', text, subject: null, html: null, attachments: [] });
const outgoing = (content: OutgoingContent, more: Partial<Outgoing> = {}): Outgoing => ({
  messageId,
  attemptId: '01a1dcca-3c52-7d90-a4f1-000000000001',
  to: { type: 'phone_number', value: '+16505551234' },
  content,
  replyTo: null,
  isAutomatic: false,
  ...more,
});
const media = (fileName: string): OutgoingMedia => ({
  url: `https://files.example.com/${fileName}`,
  mimeType: 'application/octet-stream',
  fileName,
  open: () => Promise.reject(new Error('WhatsApp fetches it by itself')),
});
const bodyOf = (content: OutgoingContent, more: Partial<Outgoing> = {}) => {
  const prepared = toRequestBody(outgoing(content, more));
  assert.equal(prepared.kind, 'ready');
  return prepared.kind === 'ready' ? prepared.body : {};
};
const refusalOf = (content: OutgoingContent, more: Partial<Outgoing> = {}) => {
  const prepared = toRequestBody(outgoing(content, more));
  assert.ok(prepared.kind === 'refused' && prepared.next === 'fail' && prepared.error.key === 'invalid_message');
  return prepared.error.message;
};

test('text: the whole body', () => {
  assert.deepEqual(bodyOf(text('Hello https://example.com'), { replyTo: { vendorId: 'wamid.Q', references: [] } }), {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+16505551234',
    type: 'text',
    text: { preview_url: true, body: 'Hello https://example.com' },
    context: { message_id: 'wamid.Q' },
    biz_opaque_callback_data: messageId,
  });
});

test('Direct Send carries its category', () => {
  assert.equal(bodyOf(text('Your parcel is here'), { isDirectSend: true }).category, 'utility');
});

test('a phone number goes into to, a user id into recipient', () => {
  assert.equal(bodyOf(text('x'), { to: { type: 'phone_number', value: '+551187654321' } }).to, '+551187654321');
  const hidden = bodyOf(text('x'), { to: { type: 'whatsapp_user_id', value: 'US.1349' } });
  assert.equal(hidden.recipient, 'US.1349');
  assert.equal(hidden.to, undefined);
  assert.match(refusalOf(text('x'), { to: { type: 'email', value: 'a@b.c' } }), /a@b\.c is neither/);
});

test('files go by link; documents keep their name, audio has no caption', () => {
  const file = (type: 'image' | 'video' | 'audio' | 'document', caption: string | null): OutgoingContent => ({
    type,
    media: media('a.bin'),
    caption,
    subject: null,
  });
  const link = 'https://files.example.com/a.bin';
  assert.deepEqual(bodyOf(file('image', 'Look')).image, { link, caption: 'Look' });
  assert.deepEqual(bodyOf(file('video', null)).video, { link });
  assert.deepEqual(bodyOf(file('document', 'Read')).document, { link, caption: 'Read', filename: 'a.bin' });
  assert.deepEqual(bodyOf(file('audio', null)).audio, { link });
  assert.match(refusalOf(file('audio', 'Listen')), /message of its own/);
  assert.match(refusalOf({ ...text('x'), attachments: [media('a.bin')] } as OutgoingContent), /one file per message/);
});

test('locations and reactions', () => {
  assert.deepEqual(bodyOf({ type: 'location', latitude: 48.2, longitude: 16.3, name: 'Café', address: null }).location, {
    latitude: 48.2,
    longitude: 16.3,
    name: 'Café',
  });
  const replyTo = { vendorId: 'wamid.Q', references: [] };
  const reaction = bodyOf({ type: 'reaction', toVendorId: 'wamid.R', emoji: '👍' }, { replyTo });
  assert.deepEqual(reaction.reaction, { message_id: 'wamid.R', emoji: '👍' });
  assert.equal(reaction.context, undefined, 'a reaction cannot be a reply');
  const removed = bodyOf({ type: 'reaction', toVendorId: 'wamid.R', emoji: null });
  assert.deepEqual(removed.reaction, { message_id: 'wamid.R', emoji: '' });
});

test('buttons and lists', () => {
  const buttons = [{ id: 'yes', title: 'Yes' }];
  assert.deepEqual(
    bodyOf({ type: 'interactive', text: 'Sure?', header: 'Order 7', footer: 'Thanks', choice: { buttons } }).interactive,
    {
      type: 'button',
      header: { type: 'text', text: 'Order 7' },
      body: { text: 'Sure?' },
      footer: { text: 'Thanks' },
      action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
    },
  );
  const sections = [
    {
      title: 'Sizes',
      rows: [
        { id: 'm', title: 'M', description: 'Medium' },
        { id: 'l', title: 'L' },
      ],
    },
  ];
  const list = { list: { button: 'Choose', sections } };
  assert.deepEqual(bodyOf({ type: 'interactive', text: 'Which?', header: null, footer: null, choice: list }).interactive, {
    type: 'list',
    body: { text: 'Which?' },
    action: { button: 'Choose', sections },
  });
});

test('templates: positional and named values, media, buttons', () => {
  const template = (components: Partial<Extract<OutgoingContent, { type: 'template' }>['components']>): OutgoingContent => ({
    type: 'template',
    name: 'order_confirmation',
    language: 'en_US',
    components: { format: 'positional', header: null, body: [], buttons: [], ...components },
    rendered: { text: '', subject: null },
  });
  assert.deepEqual(bodyOf(template({})).template, { name: 'order_confirmation', language: { code: 'en_US' }, components: [] });
  const full = template({
    header: { kind: 'document', media: media('invoice.pdf') },
    body: [{ name: '1', value: 'Jessica' }],
    buttons: [
      { index: 0, kind: 'url', value: 'orders/7' },
      { index: 1, kind: 'quick_reply', value: 'stop' },
    ],
  });
  const document = { link: 'https://files.example.com/invoice.pdf', filename: 'invoice.pdf' };
  assert.deepEqual((bodyOf(full).template as { components: unknown }).components, [
    { type: 'header', parameters: [{ type: 'document', document }] },
    { type: 'body', parameters: [{ type: 'text', text: 'Jessica' }] },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'orders/7' }] },
    { type: 'button', sub_type: 'quick_reply', index: '1', parameters: [{ type: 'payload', payload: 'stop' }] },
  ]);
  const named = template({
    format: 'named',
    header: { text: { name: 'shop', value: 'Ada’s' } },
    body: [{ name: 'first_name', value: 'Jessica' }],
  });
  assert.deepEqual((bodyOf(named).template as { components: unknown }).components, [
    { type: 'header', parameters: [{ type: 'text', parameter_name: 'shop', text: 'Ada’s' }] },
    { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Jessica' }] },
  ]);
});

test('settings: defaults, strictness, and words that help', () => {
  const least = { phoneNumberId: '1', wabaId: '2', accessToken: ' EAAB ', appSecret: 's', verifyToken: 'v' };
  const settings = Settings.parse(least);
  assert.equal(settings.baseUrl, 'https://graph.facebook.com');
  assert.equal(settings.apiVersion, 'v26.0');
  assert.equal(settings.accessToken, 'EAAB');
  assert.ok(!Settings.safeParse({ ...least, phoneNumber: '+1' }).success, 'unknown keys are refused');
  assert.ok(!Settings.safeParse({ ...least, phoneNumberId: '+1650' }).success);
  assert.ok(!Settings.safeParse({ ...least, accessToken: 'two\nlines' }).success);
});

// All tests below use HTTP with the simulated Meta.

test('a send is accepted, carries our ids, and its statuses find the way back', async () => {
  const { deps, settings, phone, sent, flush, said, callbacks } = await given();
  await phone({ from: '+16505551234', name: 'Sheena', text: 'Hi' });
  const outcome = await send(deps, settings, outgoing(text('Hello')));
  assert.equal(outcome.kind, 'accepted');
  const [journal] = (await sent()).sends;
  assert.equal(journal?.ownId, messageId);
  assert.equal(journal?.idempotencyKey, '01a1dcca-3c52-7d90-a4f1-000000000001');
  await flush();
  assert.ok(callbacks.every((callback) => isSignedByMeta('app-secret', callback)));
  const statuses = said().flatMap((item) => (item.kind === 'status' ? [item] : []));
  assert.deepEqual(
    statuses.map(({ status, messageId }) => [status, messageId]),
    [
      ['sent', messageId],
      ['delivered', messageId],
    ],
  );
  assert.equal(outcome.kind === 'accepted' && outcome.vendorId, statuses[0]?.vendorId);
});

test('a number that WhatsApp writes in another way is returned as knownAs', async () => {
  const { deps, settings, knobs } = await given();
  await knobs({ brazilNinthDigit: true, enforceWindow: false });
  const to = { type: 'phone_number', value: '+5511987654321' } as const;
  const first = await send(deps, settings, outgoing(text('Oi'), { to }));
  const knownAs = { type: 'phone_number', value: '+551187654321' };
  assert.deepEqual(first.kind === 'accepted' && first.knownAs, knownAs);
  const second = await send(deps, settings, outgoing(text('Oi'), { to: { ...to, value: knownAs.value } }));
  assert.equal(second.kind === 'accepted' && second.knownAs, undefined);
});

test('a person without a number is answered by user id', async () => {
  const { deps, settings, phone, flush, said, sent } = await given();
  await phone({ from: '+16505551234', text: 'Hi', withoutPhoneNumber: true });
  await flush();
  const [message] = said();
  assert.ok(message?.kind === 'message');
  assert.equal(message.from[0].type, 'whatsapp_user_id');
  const outcome = await send(deps, settings, outgoing(text('Hello'), { to: message.from[0] }));
  assert.equal(outcome.kind, 'accepted');
  assert.equal((await sent()).sends.at(-1)?.body.recipient, message.from[0].value);
});

test('refusals: by their code', async () => {
  const { deps, settings, knobs } = await given();
  const refused = async () => {
    const outcome = await send(deps, settings, outgoing(text('Hello')));
    return outcome.kind === 'refused' ? `${outcome.next} ${outcome.error.key}` : outcome.kind;
  };
  assert.equal(await refused(), 'fail outside_messaging_window');
  for (const [code, expected] of [
    [131026, 'fail undeliverable'],
    [130429, 'slow_down rate_limited'],
    [131056, 'retry rate_limited'],
    [131000, 'retry provider_error'],
  ]) {
    await knobs({ errorFor: { '+16505551234': code }, enforceWindow: false });
    assert.equal(await refused(), expected);
  }
  await knobs({ errorFor: {}, tokenExpired: true });
  assert.equal(await refused(), 'stop_channel channel_needs_attention');
  const elsewhere = await send(deps, { ...settings, phoneNumberId: '1' }, outgoing(text('Hello')));
  assert.equal(elsewhere.kind === 'refused' && elsewhere.next, 'stop_channel');
});

test('no answer: unknown when it may have arrived, again when it cannot have', async () => {
  const { deps, settings, knobs } = await given();
  await knobs({ enforceWindow: false, dropConnectionAfterAccept: { next: 1 } });
  const dropped = await send(deps, settings, outgoing(text('Hello')));
  assert.equal(dropped.kind, 'unknown');
  await knobs({ hangFor: ['*'] });
  assert.equal((await send(deps, settings, outgoing(text('Hello')))).kind, 'unknown');
  const unreachable = await send(deps, { ...settings, baseUrl: 'http://127.0.0.1:1' }, outgoing(text('Hello')));
  assert.equal(unreachable.kind === 'refused' && unreachable.next, 'retry');
});

test('an answer without a message id, or from a broken gateway, is unknown: it may have been sent', async () => {
  const { deps, settings } = await given();
  for (const [status, body] of [
    [200, '{"messaging_product":"whatsapp","messages":[]}'],
    [200, 'OK'],
    [502, '<html>Bad gateway</html>'],
  ] as const) {
    const baseUrl = await givenServer((_request, response) => response.writeHead(status).end(body));
    assert.equal((await send(deps, { ...settings, baseUrl }, outgoing(text('Hello')))).kind, 'unknown', body);
  }
});
