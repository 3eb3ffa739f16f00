import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { createChannel } from '../domain/channels/index.ts';
import { type Chat, createChat, dateChats } from '../domain/chats/index.ts';
import { createUser } from '../domain/users/index.ts';
import { NIL_ID } from '../platform/ids.ts';
import { rows } from '../storage/context.ts';
import { given, type Reply } from '../test-kit/given.ts';
import type { TestTenant } from '../test-kit/tenant.ts';

type World = Awaited<ReturnType<typeof given>>;

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);
const idsOf = (reply: { body: { data: { id: string }[] } }): string[] => reply.body.data.map(({ id }) => id);

/** A channel with settings, so that messages are accepted. Its provider cannot be reached. */
async function connectedChat({ tenant, app }: World): Promise<Chat> {
  const settings = { shown: { accountSid: 'AC1' }, sealed: app.secrets.seal('{}', 'nobody opens this') };
  const channel = await createChannel(tenant.ctx, { type: 'sms', name: 'Texts', settings });
  return createChat(tenant.ctx, { channelId: channel.id, contactId: (await tenant.contact()).id });
}

async function personOf({ tenant, call }: World, name: string) {
  const email = `${name.toLowerCase()}.${tenant.id}@example.com`;
  const user = await createUser(tenant.ctx, { name, email, role: 'manager', status: 'active' });
  const { body } = await call('POST', '/v3/access_tokens', tenant.token, {
    name,
    scopes: ['chats.read', 'chats.write', 'messages.read', 'messages.write', 'notes.write', 'labels.write'],
    userId: user.id,
  });
  return { ...user, token: body.data.accessToken as string };
}

const eventsOf = async ({ post }: World, event: string): Promise<{ data: Reply['body'] }[]> =>
  (await post('/v3/events/search', { query: `eq(event,"${event}")`, sortBy: 'asc(id)' })).body.data;

async function threeChats(tenant: TestTenant): Promise<[Chat, Chat, Chat]> {
  // created in another order than that of their messages
  const [newest, oldest, middle] = [await tenant.chat(), await tenant.chat(), await tenant.chat()];
  await tenant.message(newest.id, { timestamp: minutesAgo(1) });
  await tenant.message(oldest.id, { timestamp: minutesAgo(30) });
  await tenant.message(middle.id, { timestamp: minutesAgo(10) });
  return [oldest, middle, newest];
}

test('POST /v3/chats/search 200: chats are in the order of their last message, and reading or assigning one does not move it', async () => {
  const world = await given();
  const { tenant, post } = world;
  const [oldest, middle, newest] = await threeChats(tenant);
  const byMessage = [newest.id, middle.id, oldest.id];
  const list = async (sortBy?: string) => idsOf(await post('/v3/chats/search', { sortBy }));
  const before = (await post('/v3/chats/search', {})).body.data;
  assert.deepEqual(
    before.map((chat: Chat) => chat.id),
    byMessage,
  );
  for (const { lastMessageAt, latestMessage } of before) assert.equal(lastMessageAt, latestMessage.timestamp);
  const updated = await list('desc(updatedAt)');
  const read = await post(`/v3/chats/${oldest.id}/read`, {});
  assert.deepEqual([read.status, read.body.data.unreadCount], [200, 0]);
  assert.deepEqual(await list(), byMessage);
  assert.deepEqual(await list('desc(updatedAt)'), updated, 'reading is no update either');
  const unread = await post(`/v3/chats/${oldest.id}/unread`, {});
  assert.deepEqual([unread.status, unread.body.data.isUnread, unread.body.data.unreadCount], [200, true, 1]);
  await post(`/v3/chats/${oldest.id}/assign`, { teamId: null });
  await post(`/v3/chats/${oldest.id}/status`, { status: 'closed' });
  assert.deepEqual(await list(), byMessage);
  assert.deepEqual(await list('asc(lastMessageAt)'), byMessage.toReversed());
});

test('a message that pretends to come from the future does not keep its chat at the top', async () => {
  const { tenant, post } = await given();
  const [first, second] = [await tenant.chat(), await tenant.chat()];
  await tenant.message(first.id, { timestamp: new Date('2090-01-01T00:00:00Z') });
  await tenant.message(second.id, {});
  assert.deepEqual(idsOf(await post('/v3/chats/search', {})), [second.id, first.id]);
});

test('dateChats sets the time of the last message of chats from before, and a repetition changes nothing', async () => {
  const { tenant, post } = await given();
  const [oldest, middle, newest] = await threeChats(tenant);
  const empty = await tenant.chat();
  const { ctx } = tenant;
  await rows(ctx, { text: `update chats set last_message_at = now() where tenant_id = $1`, values: [ctx.tenantId] });
  for (let round = 0; round < 2; round++) {
    assert.equal(await dateChats(ctx, { afterId: NIL_ID }), undefined);
    assert.deepEqual(idsOf(await post('/v3/chats/search', {})), [empty.id, newest.id, middle.id, oldest.id]);
  }
});

test('POST /v3/chats/:chatId/messages 201: a user’s token makes the author, on the feed before the provider has the message', async () => {
  const world = await given();
  const { get, call, post, tenant } = world;
  const [chat, grace] = [await connectedChat(world), await personOf(world, 'Grace')];
  const author = { userId: grace.id, name: 'Grace' };
  const sent = await call('POST', `/v3/chats/${chat.id}/messages`, grace.token, { text: 'On its way', purpose: 'service' });
  assert.deepEqual([sent.status, sent.body.data.author], [201, author]);
  const [created] = await eventsOf(world, 'message.created');
  const { id, sendState, status } = created?.data ?? {};
  assert.deepEqual([id, created?.data.author, status, sendState], [sent.body.data.id, author, 'pending', 'queued']);
  const byProgram = await post(`/v3/chats/${chat.id}/messages`, { text: 'Order shipped', purpose: 'service' });
  assert.deepEqual([byProgram.status, byProgram.body.data.author], [201, null]);
  await tenant.message(chat.id, { text: 'Thanks' });
  const { body } = await post(`/v3/chats/${chat.id}/messages/search`, { query: 'eq(sender,"inbound")' });
  assert.equal(body.data[0].author, null);
  await call('DELETE', `/v3/users/${grace.id}`, tenant.token);
  assert.deepEqual((await get(`/v3/messages/${id}`)).body.data.author, { userId: grace.id, name: null });
});

test('chat.updated: what lists show, for messages, reading and sensitive chats; nothing where nothing changed', async () => {
  const world = await given();
  const { tenant, post, put } = world;
  const chat = await connectedChat(world);
  await tenant.message(chat.id, { text: 'Is it there?', timestamp: minutesAgo(5) });
  await post(`/v3/chats/${chat.id}/read`, {});
  await post(`/v3/chats/${chat.id}/read`, {});
  await post(`/v3/chats/${chat.id}/messages`, { text: 'It is' });
  await post(`/v3/chats/${chat.id}/unread`, {});
  await put(`/v3/chats/${chat.id}`, { isSensitive: true });
  const seen = (await eventsOf(world, 'chat.updated')).map(({ data: { unreadCount, waitingSince, latestMessage } }) => [
    unreadCount,
    waitingSince !== null,
    latestMessage.text,
  ]);
  assert.deepEqual(seen, [
    [1, true, 'Is it there?'],
    [0, true, 'Is it there?'],
    [0, false, 'It is'],
    [1, false, 'It is'],
    [1, false, null],
  ]);
});

test('waitingSince is the oldest unanswered message: later ones keep it, an answer or closing ends it', async () => {
  const world = await given();
  const { tenant, get, post } = world;
  const chat = await connectedChat(world);
  const waiting = async () => (await get(`/v3/chats/${chat.id}`)).body.data.waitingSince;
  assert.equal(await waiting(), null);
  const first = minutesAgo(20);
  await tenant.message(chat.id, { timestamp: first });
  await tenant.message(chat.id, { timestamp: minutesAgo(10) });
  assert.equal(await waiting(), first.toISOString());
  const old = `lt(waitingSince,"${minutesAgo(15).toISOString()}")`;
  assert.deepEqual(idsOf(await post('/v3/chats/search', { query: old, sortBy: 'asc(waitingSince)' })), [chat.id]);
  await post(`/v3/chats/${chat.id}/messages`, { text: 'Here I am' });
  assert.equal(await waiting(), null);
  const again = minutesAgo(3);
  await tenant.message(chat.id, { timestamp: again });
  assert.equal(await waiting(), again.toISOString());
  await tenant.message(chat.id, { sender: 'outbound', timestamp: minutesAgo(2) });
  assert.equal(await waiting(), null, 'an answer in the provider’s own app');
  await tenant.message(chat.id, { timestamp: minutesAgo(1) });
  await post(`/v3/chats/${chat.id}/status`, { status: 'closed' });
  assert.equal(await waiting(), null);
});

test('notes, channels and other resources are on the feed, with the user who changed them and without the text of notes', async () => {
  const world = await given();
  const { tenant, call, put } = world;
  const [chat, grace] = [await tenant.chat(), await personOf(world, 'Grace')];
  const mentions = [grace.id];
  const note = (await call('POST', `/v3/chats/${chat.id}/notes`, grace.token, { text: 'Loud dog', mentions })).body.data;
  await call('PUT', `/v3/notes/${note.id}`, grace.token, { text: 'Very loud dog' });
  await call('DELETE', `/v3/notes/${note.id}`, tenant.token);
  await call('DELETE', `/v3/notes/${note.id}`, tenant.token);
  const about = { id: note.id, chatId: chat.id, contactId: chat.contactId, mentions, fileIds: [] };
  for (const [event, userId] of [
    ['note.created', grace.id],
    ['note.updated', grace.id],
    ['note.deleted', null],
  ] as const)
    assert.deepEqual(
      (await eventsOf(world, event)).map(({ data }) => data),
      [{ ...about, userId }],
      event,
    );
  const label = (await call('POST', '/v3/labels', grace.token, { name: 'VIP' })).body.data;
  const changed = (await eventsOf(world, 'resource.changed')).map(({ data }) => data);
  assert.deepEqual(changed.at(-1), { type: 'label', id: label.id, userId: grace.id, operationId: 'createLabel' });
  assert.ok(!changed.some(({ type }) => ['chat', 'note', 'contact', 'message'].includes(type)));
  await put(`/v3/channels/${chat.channelId}`, { status: 'paused' });
  await put(`/v3/channels/${chat.channelId}`, { status: 'paused', name: 'Renamed' });
  const [paused, ...more] = await eventsOf(world, 'channel.status_changed');
  assert.deepEqual([paused?.data.status, paused?.data.previousStatus, more.length], ['paused', 'active', 0]);
});

test('DELETE /v3/contacts/:contactId/labels/:labelId 200: takes one label off, once, and says which in contact.updated', async () => {
  const world = await given();
  const { tenant, post, del, get } = world;
  const [contact, vip, other] = [await tenant.contact(), await tenant.label(), await tenant.label()];
  await post(`/v3/contacts/${contact.id}/labels`, { labels: [{ id: vip.id }, { id: other.id }] });
  const path = `/v3/contacts/${contact.id}/labels/${vip.id}`;
  assert.deepEqual((await del(path)).body.data, { deletedIds: [vip.id], notFoundIds: [] });
  assert.deepEqual((await del(path)).body.data, { deletedIds: [], notFoundIds: [vip.id] });
  assert.deepEqual((await del(`/v3/contacts/${contact.id}/labels/nonsense`)).body.data.notFoundIds, ['nonsense']);
  assert.equal((await del(`/v3/contacts/nonsense/labels/${vip.id}`)).status, 404);
  const left = (await get(`/v3/contacts/${contact.id}`)).body.data.labels;
  assert.deepEqual(
    left.map(({ id }: { id: string }) => id),
    [other.id],
  );
  const changes = (await eventsOf(world, 'contact.updated')).map(({ data }) => data.changes);
  assert.deepEqual(changes.at(-1), { labelsAdded: [], labelsRemoved: [vip.id], attributesChanged: [] });
  assert.equal(changes.length, 2);
});

test('chats and contacts are found by label, attribute, channel type, and the beginning of a number or an address', async () => {
  const { tenant, post, put } = await given();
  const [chat, plain] = [await tenant.chat(), await tenant.chat()];
  const label = await tenant.label();
  await post(`/v3/contacts/${chat.contactId}/labels`, { labels: [{ id: label.id }] });
  const attribute = async (externalId: string, type: string, options?: string[]) =>
    (await post('/v3/attributes', { externalId, name: externalId, type, options })).body.data.id;
  const attributes = [
    { id: await attribute('plan', 'text'), value: 'Gold' },
    { id: await attribute('age', 'number'), value: 42 },
    { id: await attribute('tastes', 'multi_select', ['tea', 'cake', 'pie']), value: ['tea', 'cake'] },
    { id: await attribute('vip', 'boolean'), value: true },
  ];
  await put(`/v3/contacts/${chat.contactId}`, { attributes, email: `Ada.${tenant.id}@example.com` });
  const chats = async (query: string) =>
    idsOf(await post('/v3/chats/search', { query })).map((id) => (id === chat.id ? 'it' : id));
  const contacts = async (query: string) => idsOf(await post('/v3/contacts/search', { query }));
  for (const query of [
    `eq(labelId,"${label.id}")`,
    `in(labelId,"${plain.id}","${label.id}")`,
    'not(isNull(labelId))',
    'ne(labelId,null)',
    'eq(attributes.plan,"Gold")',
    'contains(attributes.plan,"gol")',
    'in(attributes.plan,"Silver","Gold")',
    'gte(attributes.age,42)',
    'eq(attributes.tastes,"cake")',
    'eq(attributes.vip,true)',
  ]) {
    assert.deepEqual(await chats(query), ['it'], query);
    assert.deepEqual(await contacts(query), [chat.contactId], query);
    assert.deepEqual(await chats(`not(${query})`), [plain.id], `not(${query})`);
  }
  for (const query of [
    'gt(attributes.age,42)',
    'lt(attributes.plan,5)',
    'eq(attributes.age,"42")',
    'eq(attributes.tastes,"pie")',
    'eq(attributes.nope,"x")',
  ])
    assert.deepEqual(await chats(query), [], query);
  for (const query of [`ne(labelId,"${label.id}")`, 'isNull(labelId)', 'isNull(attributes.plan)', 'ne(attributes.plan,"Gold")'])
    assert.deepEqual(await chats(query), [plain.id], query);
  assert.equal((await chats('eq(channelType,"whatsapp")')).length, 2);
  assert.deepEqual(await chats('ne(channelType,"whatsapp")'), []);
  const search = async (text: string) => idsOf(await post('/v3/chats/search', { search: text }));
  const { phoneNumber } = chat.contact;
  assert.ok(phoneNumber);
  assert.deepEqual(await search(`${phoneNumber.slice(0, 2)} (${phoneNumber.slice(2, 5)}) ${phoneNumber.slice(5)}`), [chat.id]);
  assert.deepEqual(await search(`ada.${tenant.id}@EXAM`), [chat.id]);
  assert.equal((await search('lovel')).length, 2);
  assert.deepEqual(idsOf(await post('/v3/contacts/search', { search: phoneNumber })), [chat.contactId]);
});

test('POST /v3/chats/search 400: lists cannot be sorted by, and a query has at most ten conditions on them', async () => {
  const { post } = await given();
  const sorted = await post('/v3/chats/search', { sortBy: 'asc(labelId)' });
  assert.match(sorted.body.error.invalidParams.sortBy.message, /^At position 5: .* cannot be sorted by$/);
  const many = Array.from({ length: 11 }, () => 'isNull(attributes.plan)');
  assert.equal((await post('/v3/chats/search', { query: `or(${many.slice(1).join(',')})` })).status, 200);
  const refused = await post('/v3/chats/search', { query: `or(${many.join(',')})` });
  assert.match(refused.body.error.invalidParams.query.message, /at most 10 conditions/);
  for (const value of ['"\\ud800"', '"\\u0000"', '1e999', 'null'])
    assert.ok((await post('/v3/chats/search', { query: `eq(attributes.plan,${value})` })).status <= 400, value);
});

test('POST /v3/chats/counts 200: counts several queries in one call, as searches do; a mistake names its query', async () => {
  const { tenant, post, put } = await given();
  const [oldest] = await threeChats(tenant);
  await post(`/v3/chats/${oldest.id}/status`, { status: 'closed' });
  await post(`/v3/chats/${oldest.id}/read`, {});
  await put(`/v3/contacts/${oldest.contactId}`, { lastName: 'Hopper' });
  const queries = [{}, { query: 'eq(status,"open")' }, { query: 'eq(isUnread,false)' }, { search: 'Hopper' }];
  const counted = await post('/v3/chats/counts', { queries });
  assert.equal(counted.status, 200);
  assert.deepEqual(
    counted.body.data,
    [3, 2, 1, 1].map((count) => ({ count, isAtLeast: false })),
  );
  for (const [i, query] of queries.entries())
    assert.equal((await post('/v3/chats/search', query)).body.pagination.total, counted.body.data[i].count);
  const wrong = await post('/v3/chats/counts', { queries: [{}, { query: 'eq(mood,"x")' }] });
  assert.match(wrong.body.error.invalidParams['queries.1.query'].message, /there is no field mood/);
  for (const refused of [[], Array.from({ length: 21 }, () => ({}))])
    assert.equal((await post('/v3/chats/counts', { queries: refused })).status, 400);
});

test('POST /v3/chats/counts 200: a count is exact up to 1,000 and says that there are more', async () => {
  const { tenant, post } = await given();
  const { ctx } = tenant;
  const chat = await tenant.chat();
  const counts = async () => (await post('/v3/chats/counts', { queries: [{}, { query: 'eq(status,"open")' }] })).body.data;
  const addChats = (many: number) =>
    rows(
      ctx,
      sql`with made as (
            insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
            select ${tenant.id}, gen_random_uuid(), ${chat.contactId}, 'email', id || '@example.org', id || '@example.org', false, now(), now()
            from (select gen_random_uuid() as id from generate_series(1, ${many}::int)) s returning id)
          insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, created_at, updated_at)
          select ${tenant.id}, id, ${chat.channelId}, ${chat.contactId}, id, 'open', now(), now() from made`,
    );
  await addChats(999);
  const exact = { count: 1_000, isAtLeast: false };
  assert.deepEqual(await counts(), [exact, exact]);
  await addChats(1);
  const more = { count: 1_000, isAtLeast: true };
  assert.deepEqual(await counts(), [more, more]);
});

test('POST /v3/…/search 200: includeTotal false leaves the total out; the page is the same', async () => {
  const { tenant, post } = await given();
  await threeChats(tenant);
  const whole = (await post('/v3/chats/search', { pagination: { limit: 2 } })).body;
  const quick = (await post('/v3/chats/search', { pagination: { limit: 2, includeTotal: false } })).body;
  assert.deepEqual(quick.data, whole.data);
  assert.deepEqual(whole.pagination, { page: 0, total: 3, limit: 2, nextCursor: whole.pagination.nextCursor });
  assert.deepEqual(quick.pagination, { page: 0, limit: 2, nextCursor: whole.pagination.nextCursor });
  const { nextCursor: cursor } = quick.pagination;
  assert.equal((await post('/v3/chats/search', { pagination: { limit: 2, cursor } })).body.data.length, 1);
  const refused = await post('/v3/chats/search', { pagination: { cursor, includeTotal: true } });
  assert.equal(refused.body.error.invalidParams['pagination.includeTotal'].key, 'custom');
});
