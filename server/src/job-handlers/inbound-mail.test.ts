import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getChannel } from '../domain/channels/index.ts';
import { type Inbound, receive } from '../domain/messages/index.ts';
import { inTransaction } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const LOGIN = { callbackUsername: 'hook', callbackPassword: 'password' };

async function givenMailbox() {
  const environment = await given();
  const settings = { address: 'help@shop.example', smtpHost: '127.0.0.1', smtpPort: 1, ...LOGIN };
  const { body } = await environment.post('/v3/channels', { type: 'email', name: 'Mail', settings });
  const channelId: string = body.data.id;
  const deliver = async (mail: string, contentType = 'message/rfc822') => {
    const authorization = `Basic ${Buffer.from('hook:password').toString('base64')}`;
    const headers = { authorization, 'content-type': contentType };
    const answer = await fetch(`${environment.baseUrl}/inbound/${channelId}`, { method: 'POST', headers, body: mail });
    assert.equal(answer.status, 200, await answer.text());
  };
  const all = async (path: string, query?: string) =>
    (await environment.post(path, { query, pagination: { limit: 100 } })).body.data;
  const chatFrom = (address: string) =>
    until(async () => {
      const [contact] = await all('/v3/contacts/search', `eq(email,"${address}")`);
      const [chat] = contact ? await all('/v3/chats/search', `eq(contactId,"${contact.id}")`) : [];
      return chat;
    });
  const messageFrom = async (address: string) => {
    const chat = await chatFrom(address);
    return (await environment.get(`/v3/messages/${chat.latestMessage.id}`)).body.data;
  };
  const contentOf = async (fileId: string): Promise<string> => {
    await until(async () => (await environment.get(`/v3/files/${fileId}`)).body.data.status === 'ready');
    return (await environment.get(`/v3/files/${fileId}/content`)).text;
  };
  return { ...environment, channelId, deliver, all, chatFrom, messageFrom, contentOf };
}

const mail = (from: string, headers: string[], body: string) =>
  [`From: ${from}`, `Message-ID: <${from}>`, 'Subject: Hi', ...headers, '', body].join('\r\n');
const MULTIPART = ['Content-Type: multipart/mixed; boundary="b"'];
const file = (name: string, text: string) =>
  `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${text}\r\n`;

test('mail: all attachments are fetched together, and one event reports them', async () => {
  const { deliver, messageFrom, contentOf, all } = await givenMailbox();
  const files = Array.from({ length: 5 }, (_, i) => file(`${i}.txt`, `file ${i}`)).join('');
  await deliver(mail('files@example.com', MULTIPART, `--b\r\n\r\nHi\r\n${files}--b--\r\n`));
  const { id, content } = await messageFrom('files@example.com');
  const texts = [];
  for (const { fileId } of content.attachments) texts.push((await contentOf(fileId)).trim());
  assert.deepEqual(texts, ['file 0', 'file 1', 'file 2', 'file 3', 'file 4']);
  const updates = async () => {
    const events = await all('/v3/events/search', 'eq(event,"message.updated")');
    return events.filter((event: { data: { id: string } }) => event.data.id === id).length;
  };
  await until(updates);
  assert.equal(await updates(), 1);
});

test('mail: one over a limit is acknowledged, and there as a notice with the whole mail as a file', async () => {
  const { deliver, messageFrom, contentOf } = await givenMailbox();
  const whole = mail('parts@example.com', MULTIPART, file('x', 'x').repeat(600));
  await deliver(whole);
  const { content, isAutomatic } = await messageFrom('parts@example.com');
  assert.match(content.body, /not shown because it has more than 500 parts/);
  assert.equal(isAutomatic, true);
  assert.deepEqual(
    content.attachments.map((one: { fileName: string }) => one.fileName),
    ['original.eml'],
  );
  assert.equal(await contentOf(content.attachments[0].fileId), whole);
  await deliver(mail('next@example.com', [], 'Hello'));
  assert.equal((await messageFrom('next@example.com')).content.body, 'Hello');
});

test('mail: of a long text the message has the beginning, the chat less, and a file all', async () => {
  const { deliver, chatFrom, messageFrom, contentOf } = await givenMailbox();
  const text = 'A long letter. é\n'.repeat(30_000).trim();
  await deliver(mail('long@example.com', ['Content-Type: text/plain; charset=utf-8'], text));
  const { content } = await messageFrom('long@example.com');
  assert.ok(text.startsWith(content.body) && Buffer.byteLength(content.body) <= 200_000 && content.body.length > 100_000);
  const { latestMessage } = await chatFrom('long@example.com');
  assert.ok(Buffer.byteLength(latestMessage.text) <= 1_024 && latestMessage.text.length > 500);
  assert.equal(content.attachments[0].fileName, 'message.txt');
  assert.equal((await contentOf(content.attachments[0].fileId)).trim(), text);
});

test('any channel: long texts are cut, those that are sent too in the chat', async () => {
  const { tenant, get } = await givenMailbox();
  const chat = await tenant.chat();
  for (const sender of ['inbound', 'outbound'] as const) {
    await tenant.message(chat.id, { text: 'é'.repeat(500_000), sender });
    const { latestMessage } = (await get(`/v3/chats/${chat.id}`)).body.data;
    assert.equal(latestMessage.text, 'é'.repeat(512));
    assert.equal((await get(`/v3/messages/${latestMessage.id}`)).body.data.content.body, 'é'.repeat(100_000));
  }
});

test('reports: those that know whom a message went to count, others do not', async () => {
  const { tenant, channelId, get, chatFrom } = await givenMailbox();
  const receiveItems = (...items: Inbound[]) =>
    inTransaction(tenant.ctx, async (ctx) => receive(ctx, await getChannel(ctx, channelId), items));
  const at = new Date();
  const of = { type: 'email' as const, value: 'ada@example.com' };
  const vendorId = '<sent@shop.example>';
  const content = { type: 'text' as const, text: 'Hello', media: [], details: null, replyTo: null };
  await receiveItems({ kind: 'echo', vendorId, at, to: of, content });
  const { latestMessage, contact } = await chatFrom(of.value);
  const state = async () => [
    (await get(`/v3/messages/${latestMessage.id}`)).body.data.status,
    (await get(`/v3/contacts/${contact.id}`)).body.data.isSubscribed,
  ];
  const bounce = (vendorId: string, recipients: string[]): Inbound => {
    const error = { key: 'undeliverable', code: null, message: 'x' };
    return { kind: 'status', vendorId, messageId: null, status: 'failed', at, error, isOptOut: false, recipients };
  };
  const complaint = (vendorId: string, value: string): Inbound => {
    const about = { vendorId, messageId: null };
    return { kind: 'preference', of: { type: 'email', value }, isSubscribed: false, at, about };
  };
  await receiveItems(complaint('<unknown@shop.example>', of.value), bounce(vendorId, ['bob@example.com']), bounce(vendorId, []));
  assert.deepEqual(await state(), ['sent', true]);
  await receiveItems(complaint(vendorId, 'bob@example.com'));
  assert.deepEqual(await state(), ['sent', true]);
  await receiveItems(bounce(vendorId, ['x@example.com', 'Ada@Example.com']), complaint(vendorId, 'ADA@example.com'));
  assert.deepEqual(await state(), ['failed', false]);
});
