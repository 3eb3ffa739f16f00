import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outgoing, OutgoingContent, OutgoingMedia } from '../../domain/messages/index.ts';
import { compose } from './compose.ts';
import { type EmailSettings, emailSettings } from './settings.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const base = { address: 'help@shop.example', smtpHost: 'mail.shop.example' };
const settings = emailSettings.parse({ ...base, fromName: 'Shop' });
const at = new Date('2026-11-15T12:00:00Z');
const text = (body: string, subject: string | null = null): OutgoingContent => ({
  type: 'text',
  text: body,
  subject,
  html: null,
  attachments: [],
});
const message = (content: OutgoingContent, more: Partial<Outgoing> = {}): Outgoing => ({
  messageId: ID,
  attemptId: 'attempt-1',
  to: { type: 'email', value: 'ada@example.com' },
  content,
  replyTo: null,
  isAutomatic: false,
  ...more,
});
const mail = (content: OutgoingContent, more: Partial<Outgoing> = {}, own: EmailSettings = settings) => {
  const composed = compose(own, message(content, more), at);
  assert.ok(!('kind' in composed), JSON.stringify(composed));
  return composed;
};

test('a mail has a sender, one recipient, a stable id and a date of its own', () => {
  const composed = mail(text('Hello Ada'));
  assert.deepEqual(composed.from, { name: 'Shop', address: 'help@shop.example' });
  assert.deepEqual(composed.to, { name: '', address: 'ada@example.com' });
  assert.deepEqual(composed.envelope, { from: 'help@shop.example', to: ['ada@example.com'] });
  assert.equal(composed.messageId, `<${ID}@shop.example>`);
  assert.equal(mail(text('x'), { attemptId: 'attempt-2' }).messageId, composed.messageId, 'the same for every try');
  assert.equal(mail(text('x'), {}, { ...settings, messageIdDomain: 'ids.example' }).messageId, `<${ID}@ids.example>`);
  assert.equal(composed.date, at);
});

test('the subject: as given, of the answered mail, the first words, the file', () => {
  const long = 'Thank you for writing to us about the order that you placed last week';
  const media: OutgoingMedia = {
    url: 'x',
    mimeType: 'image/png',
    fileName: 'box.png',
    open: () => Promise.reject(new Error('unused')),
  };
  const reply = (subject: string | null) => ({ replyTo: { vendorId: '<a@b>', references: [], subject } });
  assert.equal(mail(text('Hello', 'Your\r\norder')).subject, 'Your order');
  assert.equal(mail(text('Hello'), reply('Broken box')).subject, 'Re: Broken box');
  assert.equal(mail(text('Hello'), reply('RE: Broken box')).subject, 'RE: Broken box');
  assert.equal(mail(text('Hello'), reply(null)).subject, 'Hello');
  assert.equal(mail(text(long)).subject, 'Thank you for writing to us about the order that you placed…');
  assert.equal(mail({ type: 'image', media, caption: null, subject: null }).subject, 'box.png');
  assert.equal(mail(text('')).subject, 'Message');
});

test('a reply names what it answers and the thread, of which a long one keeps both ends', () => {
  const references = Array.from({ length: 50 }, (_, i) => `<${i}@x>`);
  const short = mail(text('x'), { replyTo: { vendorId: '<1@x>', references: ['<0@x>', '<1@x>'] } });
  assert.deepEqual([short.inReplyTo, short.references], ['<1@x>', ['<0@x>', '<1@x>']]);
  const long = mail(text('x'), { replyTo: { vendorId: '<last@x>', references } }).references as string[];
  assert.deepEqual([long.length, long[0], long.at(-1), long.at(-2)], [20, '<0@x>', '<last@x>', '<49@x>']);
});

test('a machine says that it is one, and how to be spared; a person does not', () => {
  assert.deepEqual(mail(text('x'), { isAutomatic: true }).headers, {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<mailto:help@shop.example?subject=unsubscribe>',
  });
  assert.deepEqual(mail(text('x')).headers, {});
  const hooked = emailSettings.parse({ ...base, callbackUsername: 'u', callbackPassword: 'p' });
  assert.deepEqual(mail(text('x'), {}, hooked).headers, { 'X-PM-KeepID': 'true', 'X-PM-Metadata-message-id': ID });
});

test('marketing says where one click withdraws (RFC 8058), before the address that a mail can be sent to', () => {
  const unsubscribeUrl = 'https://api.example.com/unsubscribe/AAAA';
  assert.deepEqual(mail(text('x'), { isAutomatic: true, unsubscribeUrl }).headers, {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${unsubscribeUrl}>, <mailto:help@shop.example?subject=unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const headers = mail(text('x'), { unsubscribeUrl }).headers as Record<string, string>;
  assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click', 'a marketing template that a person sends');
});

test('locations, choices and templates become text', () => {
  const location = mail({ type: 'location', latitude: 1.5, longitude: 2, name: 'Depot', address: null });
  assert.deepEqual([location.text, location.subject], ['Depot (1.5, 2)', 'Depot (1.5, 2)']);
  const choice = { buttons: [{ id: 'y', title: 'Yes' }] };
  const ask = mail({ type: 'interactive', text: 'Shall we?', header: 'A question', footer: null, choice });
  assert.deepEqual([ask.text, ask.subject], ['A question\n\nShall we?\n\n1. Yes', 'A question']);
  const components = { format: 'named' as const, header: null, body: [], buttons: [] };
  const rendered = { text: 'Dear Ada', subject: 'Your order' };
  const template = mail({ type: 'template', name: 'n', language: 'en', components, rendered });
  assert.deepEqual([template.text, template.subject], ['Dear Ada', 'Your order']);
});

test('no mail: a reaction, and an address that is none or several', () => {
  const nextOf = (composed: ReturnType<typeof compose>) => ('kind' in composed ? composed.next : 'composed');
  assert.equal(nextOf(compose(settings, message({ type: 'reaction', toVendorId: '<a@b>', emoji: '👍' }), at)), 'fail');
  for (const value of ['nobody', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', '<a@b.example>', '']) {
    assert.equal(nextOf(compose(settings, message(text('x'), { to: { type: 'email', value } }), at)), 'fail', value);
  }
});

test('settings: defaults, pairs that belong together, and no unknown keys', () => {
  const { smtpPort, smtpSecure, imapPort, imapSecure, imapMailbox } = settings;
  assert.deepEqual([smtpPort, smtpSecure, imapPort, imapSecure, imapMailbox], [587, false, 993, true, 'INBOX']);
  const bad = [
    { ...base, smtpUsername: 'u' },
    { ...base, imapHost: 'imap.example' },
    { ...base, callbackPassword: 'p' },
    { ...base, smtpHost: 'mail.example/x' },
    { ...base, smtpPort: 0 },
    { ...base, fromName: 'Shop\r\nBcc: x@y.example' },
    { ...base, adress: 'x' },
  ];
  for (const input of bad) assert.equal(emailSettings.safeParse(input).success, false, JSON.stringify(input));
});
