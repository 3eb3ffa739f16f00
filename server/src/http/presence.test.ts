import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFeed } from '../test-kit/feed.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';
import { createPerson } from '../test-kit/user.ts';

test('POST /v3/chats/:id/presence: colleagues see it on the live feed for 10 seconds; nothing is stored', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const { id: chatId } = await here.tenant.chat();
  const feed = await openFeed(here.baseUrl, grace.token, '?live=true');
  const foreign = await openFeed(here.baseUrl, here.otherTenant.token, '?live=true');
  try {
    const before = Date.now();
    const reply = await ada.post(`/v3/chats/${chatId}/presence`, { state: 'typing' });
    assert.equal(reply.status, 200, reply.text);
    const frame = await until(() => feed.frames.find(({ event }) => event === 'chat.presence'));
    assert.deepEqual(frame.data.data, reply.body.data);
    const { expiresAt, ...presence } = reply.body.data;
    assert.deepEqual(presence, { chatId, user: { id: ada.id, name: ada.name }, state: 'typing' });
    assert.ok(Math.abs(Date.parse(expiresAt) - before - 10_000) < 60_000);
    assert.deepEqual([frame.id, frame.data.id, frame.data.tenantId], [undefined, null, here.tenant.id]);
    const stored = await here.post('/v3/events/search', { query: 'eq(event,"chat.presence")' });
    assert.deepEqual(stored.body.data, []);
    assert.deepEqual(foreign.frames, []);
  } finally {
    feed.close();
    foreign.close();
  }
});

test('GET /v3/events: a client that resumes after live events misses and repeats no stored event', async () => {
  const here = await given();
  const ada = await createPerson(here);
  const { id: chatId } = await here.tenant.chat();
  const first = await openFeed(here.baseUrl, ada.token, '?live=true&types=chat.presence,chat.status_changed');
  await here.post(`/v3/chats/${chatId}/status`, { status: 'closed' });
  const stored = await until(() => first.frames.find(({ event }) => event === 'chat.status_changed'));
  await ada.post(`/v3/chats/${chatId}/presence`, { state: 'viewing' });
  await until(() => first.frames.find(({ event }) => event === 'chat.presence'));
  first.close();
  assert.equal(first.frames.findLast(({ id }) => id !== undefined)?.id, stored.id);
  await here.post(`/v3/chats/${chatId}/status`, { status: 'open' });
  const again = await openFeed(here.baseUrl, ada.token, '?live=true&types=chat.presence,chat.status_changed', stored.id);
  const next = await until(() => again.frames.find(({ data }) => data.data.status === 'open'));
  again.close();
  assert.ok((next.id ?? '') > (stored.id ?? ''));
  assert.deepEqual(
    again.frames.map(({ event }) => event),
    ['chat.status_changed'],
  );
});

test('POST /v3/chats/:id/presence 404, 403 and 429: an unknown chat, a token without a user, more than 60 in a minute', async () => {
  const here = await given();
  const ada = await createPerson(here);
  const [{ id }, theirs] = [await here.tenant.chat(), await here.otherTenant.chat()];
  const announce = (chatId: string) => ada.post(`/v3/chats/${chatId}/presence`, { state: 'viewing' });
  for (const chatId of [theirs.id, 'nonsense']) assert.equal((await announce(chatId)).body.error.messageKey, 'chat_not_found');
  assert.equal((await here.post(`/v3/chats/${id}/presence`, { state: 'viewing' })).body.error.messageKey, 'user_required');
  assert.equal((await ada.post(`/v3/chats/${id}/presence`, { state: 'asleep' })).status, 400);
  const replies = await Promise.all(Array.from({ length: 125 }, () => announce(id))); // two windows at most
  const refused = replies.filter(({ status }) => status === 429);
  assert.ok(refused.length >= 5, `${refused.length} refused`);
  assert.match(refused[0]?.body.error.message, /60 times a minute/);
  assert.ok(Number(refused[0]?.headers.get('retry-after')) >= 1);
});
