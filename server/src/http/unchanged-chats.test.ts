import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { nextPhoneNumber } from '../test-kit/tenant.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

async function conversation() {
  const here = await given();
  const { channelId } = await connect('sms', { apiUrl: here.baseUrl, token: here.tenant.token, sandbox });
  const contact = (await here.post('/v3/contacts', { firstName: 'Ada', phoneNumber: nextPhoneNumber() })).body.data;
  const chat = (await here.post('/v3/chats', { channelId, contactId: contact.id })).body.data;
  const send = (body: object) => here.post(`/v3/chats/${chat.id}/messages`, { text: 'Hello', purpose: 'service', ...body });
  const latest = async () => (await here.get(`/v3/chats/${chat.id}`)).body.data.latestMessage;
  return { ...here, chat, contact, channelId, send, latest };
}

test('POST /v3/chats/:id/messages 409 chat_changed: a newer message than the given one refuses, and the error names it', async () => {
  const { send, tenant, chat, latest, post, call } = await conversation();
  assert.equal((await send({ ifLatestMessageId: chat.id })).body.error.messageKey, 'chat_changed');
  const first = await send({ ifLatestMessageId: null });
  assert.equal(first.status, 201, first.text);
  const { id } = first.body.data;
  const late = await send({ ifLatestMessageId: null });
  assert.deepEqual([late.status, late.body.error.messageKey], [409, 'chat_changed']);
  assert.match(late.body.error.message, new RegExp(`${id}, from your side \\(api\\)`));
  assert.equal((await send({ ifLatestMessageId: id.toUpperCase() })).status, 201);
  await tenant.message(chat.id, { text: 'Wait!' });
  const { id: theirs } = await latest();
  const crossed = await send({ ifLatestMessageId: id });
  assert.match(crossed.body.error.message, new RegExp(`${theirs}, from the contact`));
  assert.equal((await send({})).status, 201, 'without the field nothing is compared');
  const user = (await post('/v3/users', { name: 'Grace Hopper', email: `grace${tenant.id}@example.com` })).body.data;
  const { accessToken } = (await post('/v3/access_tokens', { name: 'desk', scopes: ['messages.write'], userId: user.id })).body
    .data;
  await call('POST', `/v3/chats/${chat.id}/messages`, accessToken, { text: 'Mine', purpose: 'service' });
  assert.match((await send({ ifLatestMessageId: id })).body.error.message, /, from Grace Hopper;/);
});

test('POST /v3/chats/:id/messages: of many people who answer the same message at once, one wins', async () => {
  const { send, tenant, chat, latest } = await conversation();
  for (let round = 0; round < 5; round++) {
    await tenant.message(chat.id, { text: `Question ${round}` });
    const { id: ifLatestMessageId } = await latest();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send({ ifLatestMessageId })));
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(409)]);
  }
});

test('POST /v3/chats/:id/messages: one wins also where the clock of the provider is ahead', async () => {
  const { send, tenant, chat, latest } = await conversation();
  await tenant.message(chat.id, { text: 'From the future', timestamp: new Date(Date.now() + 60_000) });
  const { id: ifLatestMessageId } = await latest();
  const replies = [await send({ ifLatestMessageId }), await send({ ifLatestMessageId })];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 409],
  );
});

test('POST /v3/messages: the guard works for a chat that is found or created by its contact; a refused send stores nothing', async () => {
  const { post, tenant, channelId, contact, chat } = await conversation();
  const to = { contactId: contact.id, channelId, text: 'Hello', purpose: 'service' };
  assert.equal((await post('/v3/messages', { ...to, ifLatestMessageId: null })).status, 201);
  const refused = await post('/v3/messages', { ...to, ifLatestMessageId: null });
  assert.equal(refused.body.error.messageKey, 'chat_changed');
  const stored = await rows(tenant.ctx, sql`select id from messages where tenant_id = ${tenant.id} and chat_id = ${chat.id}`);
  assert.equal(stored.length, 1);
});
