import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { indexOlderMessages } from '../domain/messages/index.ts';
import { NIL_ID } from '../platform/ids.ts';
import { inTransaction, row, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';

type Item = { id: string; sender: string; content: { body: string }; chat: { id: string } };

async function givenMessages() {
  const here = await given();
  const { tenant, post } = here;
  const search = async (body: object) => (await post('/v3/messages/search', body)).body;
  const texts = async (body: object): Promise<string[]> => (await search(body)).data.map((one: Item) => one.content.body);
  return { ...here, tenant, search, texts };
}

test('POST /v3/messages/search 200: finds messages of all chats by words, numbers and ids, newest first', async () => {
  const { tenant, texts } = await givenMessages();
  const [one, other] = [await tenant.chat(), await tenant.chat()];
  await tenant.message(one.id, { text: 'Where is order AB-1234? Crème brûlée' });
  await tenant.message(other.id, { text: 'Your order is on its way', sender: 'outbound' });
  await tenant.message(one.id, { text: 'Call me: +49 (151) 234-5678' });
  assert.deepEqual(await texts({ text: 'ORDER' }), ['Your order is on its way', 'Where is order AB-1234? Crème brûlée']);
  assert.deepEqual(await texts({ text: 'creme ord' }), ['Where is order AB-1234? Crème brûlée']);
  assert.deepEqual(await texts({ text: 'ab1234' }), ['Where is order AB-1234? Crème brûlée']);
  assert.deepEqual(await texts({ text: '+491512345678' }), ['Call me: +49 (151) 234-5678']);
  assert.deepEqual(await texts({ text: 'order missing' }), []);
});

test('POST /v3/messages/search 200: filters by chat, channel, contact, direction and time', async () => {
  const { tenant, texts, clock } = await givenMessages();
  const [one, other] = [await tenant.chat(), await tenant.chat()];
  await tenant.message(one.id, { text: 'parcel one' });
  await tenant.message(one.id, { text: 'parcel two', sender: 'outbound' });
  await tenant.message(other.id, { text: 'parcel three' });
  const parcel = (filter: object) => texts({ text: 'parcel', ...filter });
  assert.deepEqual(await parcel({ chatId: one.id.toUpperCase() }), ['parcel two', 'parcel one']);
  assert.deepEqual(await parcel({ channelId: other.channelId }), ['parcel three']);
  assert.deepEqual(await parcel({ contactId: one.contactId }), ['parcel two', 'parcel one']);
  assert.deepEqual(await parcel({ contactId: one.contactId, chatId: other.id }), []);
  assert.deepEqual(await parcel({ direction: 'outbound' }), ['parcel two']);
  assert.deepEqual(await parcel({ direction: 'inbound', chatId: one.id }), ['parcel one']);
  const [anHourAgo, inAnHour] = [-1, 1].map((hours) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString());
  assert.equal((await parcel({ from: anHourAgo, to: inAnHour })).length, 3);
  assert.deepEqual(await parcel({ to: anHourAgo }), []);
  assert.deepEqual(await parcel({ from: inAnHour }), []);
  for (const field of ['chatId', 'channelId', 'contactId'])
    assert.deepEqual([await parcel({ [field]: 'no id' }), await parcel({ [field]: NIL_ID })], [[], []], field);
});

test('POST /v3/messages/search 200: pages by cursor show every message once, in one chat and in all', async () => {
  const { tenant, search } = await givenMessages();
  const chat = await tenant.chat();
  for (let i = 0; i < 7; i++) await tenant.message(chat.id, { text: `invoice number ${i}` });
  for (const filter of [{}, { chatId: chat.id }]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, pagination } = await search({ text: 'invoice', ...filter, pagination: { limit: 3, cursor } });
      seen.push(...data.map((one: Item) => one.content.body));
      cursor = pagination.nextCursor ?? undefined;
      assert.ok(data.length <= 3);
    } while (cursor);
    assert.deepEqual(
      seen,
      [6, 5, 4, 3, 2, 1, 0].map((i) => `invoice number ${i}`),
    );
  }
});

test('POST /v3/messages/search 200: does not find messages of sensitive chats, and those of other tenants never', async () => {
  const { tenant, otherTenant, texts, put, call } = await givenMessages();
  const [open, secret, foreign] = [await tenant.chat(), await tenant.chat(), await otherTenant.chat()];
  for (let i = 0; i < 6; i++) await tenant.message(secret.id, { text: 'diagnosis' });
  await tenant.message(open.id, { text: 'diagnosis of the pump' });
  await otherTenant.message(foreign.id, { text: 'diagnosis elsewhere' });
  await put(`/v3/chats/${secret.id}`, { isSensitive: true });
  assert.deepEqual(await texts({ text: 'diagnosis', pagination: { limit: 3 } }), ['diagnosis of the pump']);
  assert.deepEqual(await texts({ text: 'diagnosis', chatId: secret.id }), []);
  assert.deepEqual(await texts({ text: 'diagnosis', chatId: foreign.id }), []);
  const theirs = await call('POST', '/v3/messages/search', otherTenant.token, { text: 'diagnosis' });
  assert.deepEqual(
    theirs.body.data.map((one: Item) => one.content.body),
    ['diagnosis elsewhere'],
  );
});

test('POST /v3/messages/search 200: hidden messages change no answer, and no cursor contains the id of one', async () => {
  const { tenant, search, put } = await givenMessages();
  const [open, secret] = [await tenant.chat(), await tenant.chat()];
  await put(`/v3/chats/${secret.id}`, { isSensitive: true });
  const hide = (count: number) => inTransaction(tenant.ctx, (ctx) => seedMany(ctx, secret.id, secret.channelId, count));
  await tenant.message(open.id, { text: 'common cold' });
  const page = (cursor?: string) => search({ text: 'common', pagination: { limit: 1, cursor } });
  const before = await page();
  assert.equal(before.pagination.nextCursor, null);
  await hide(500);
  assert.deepEqual(await page(), before);
  const hidden = new Set(await hide(6_000));
  const [texts, ids]: [string[], string[]] = [[], []];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await page(cursor);
    texts.push(...data.map((one: Item) => one.content.body));
    cursor = pagination.nextCursor ?? undefined;
    if (cursor) ids.push((JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[])[1] ?? '');
  } while (cursor);
  assert.deepEqual(texts, ['common cold']);
  assert.ok(ids.length > 0, 'thousands of hidden messages take several requests');
  for (const id of ids) assert.ok(!hidden.has(id), id);
});

test('POST /v3/messages/search 400: a text without a word, a cursor of another search, or an unknown field', async () => {
  const { post } = await given();
  const refused = async (body: object, param: string) => {
    const { status, body: answer } = await post('/v3/messages/search', body);
    assert.equal(status, 400);
    assert.ok(param in answer.error.invalidParams, JSON.stringify(answer));
  };
  await refused({}, 'text');
  await refused({ text: '…' }, 'text');
  await refused({ text: 'x'.repeat(201) }, 'text');
  await refused({ text: 'x', pagination: { cursor: 'abc' } }, 'pagination.cursor');
  await refused({ text: 'x', pagination: { limit: 101 } }, 'pagination.limit');
  await refused({ text: 'x', direction: 'sideways' }, 'direction');
  await refused({ text: 'x', query: 'eq(id,"1")' }, 'query');
});

test('POST /v3/messages/search 200: a text with syntax of queries is searched as text', async () => {
  const { tenant, texts } = await givenMessages();
  const chat = await tenant.chat();
  await tenant.message(chat.id, { text: `It's 'quoted' & | ! <-> \\ :* () end` });
  for (const text of [`'quoted'`, `end & quoted`, `it's`, `quoted:*`, `!end`, `\\ end`, `') or true --end`])
    assert.equal((await texts({ text })).length, text.includes('true') ? 0 : 1, text);
});

test('message search: deleting a chat, a contact or a message removes its words', async () => {
  const { tenant, del } = await givenMessages();
  const { ctx } = tenant;
  const count = async () =>
    (await row<{ n: number }>(ctx, sql`select count(*)::int as n from message_search where tenant_id = ${ctx.tenantId}`))?.n;
  const [one, other] = [await tenant.chat(), await tenant.chat()];
  for (const { id } of [one, other]) await tenant.message(id, { text: 'ephemeral' });
  assert.equal(await count(), 2);
  await del(`/v3/chats/${one.id}`);
  assert.equal(await count(), 1);
  await del(`/v3/contacts/${other.contactId}`);
  assert.equal(await count(), 0);
});

test('message search: the job adds messages of before, in pages, and a repetition changes nothing', async () => {
  const { tenant, texts } = await givenMessages();
  const { ctx } = tenant;
  const chat = await tenant.chat();
  for (let i = 0; i < 3; i++) await tenant.message(chat.id, { text: `ancient ${i}` });
  await rows(ctx, sql`delete from message_search where tenant_id = ${ctx.tenantId}`);
  assert.deepEqual(await texts({ text: 'ancient' }), []);
  for (let i = 0; i < 2; i++) await inTransaction(ctx, (ctx) => indexOlderMessages(ctx, { afterId: NIL_ID }));
  assert.deepEqual(await texts({ text: 'ancient', channelId: chat.channelId }), ['ancient 2', 'ancient 1', 'ancient 0']);
});

test('POST /v3/messages/search 200: common, rare and old words are found among thousands of messages', async () => {
  const { tenant, search } = await givenMessages();
  const { ctx } = tenant;
  const chat = await tenant.chat();
  // 6,000 messages: 'common' in all, 'burst' in 3,000 of the middle, 'rare' in the first one.
  const made = await inTransaction(ctx, (ctx) => seedMany(ctx, chat.id, chat.channelId, 6_000));
  const everything = async (text: string): Promise<string[]> => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, pagination } = await search({ text, pagination: { limit: 100, cursor } });
      ids.push(...data.map(({ id }: Item) => id));
      cursor = pagination.nextCursor ?? undefined;
    } while (cursor);
    return ids;
  };
  const newestFirst = made.toReversed();
  assert.deepEqual(await everything('burst'), newestFirst.slice(1_500, 4_500));
  assert.deepEqual(await everything('rare'), newestFirst.slice(-1));
  assert.deepEqual((await search({ text: 'common' })).data.length, 20);
  assert.deepEqual(await everything('common rare'), newestFirst.slice(-1));
  assert.deepEqual(await everything('burst rare '), [], 'words that never meet');
});

/** Inserts messages at intervals of a millisecond, by SQL. Returns their ids, oldest first. */
async function seedMany(ctx: Parameters<typeof rows>[0], chatId: string, channelId: string, count: number): Promise<string[]> {
  const { documentOf } = await import('../domain/messages/index.ts');
  const document = (text: string) => documentOf(ctx.tenantId, [text], { channelId, sender: 'inbound' });
  const from = new Date(ctx.clock.now().getTime() - count - 60_000);
  const made = await rows<{ id: string }>(
    ctx,
    sql`with made as (
          select n, (left(uuid_floor(${from}::timestamptz + n * interval '1 millisecond')::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
          from generate_series(1, ${count}::int) n),
        stored as (
          insert into messages (tenant_id, id, chat_id, sender, type, status, text, "timestamp", created_at, updated_at)
          select ${ctx.tenantId}, id, ${chatId}, 'inbound', 'text', 'delivered', 'seeded', now(), now(), now() from made),
        indexed as (
          insert into message_search (tenant_id, message_id, document)
          select ${ctx.tenantId}, id, array_to_tsvector(string_to_array(case
            when n = 1 then ${document('common rare')} when n between 1501 and 4500 then ${document('common burst')} else ${document('common')} end, ' '))
          from made)
        select id from made order by n`,
  );
  return made.map(({ id }) => id);
}

test('POST /v3/chats/:chatId/messages/search 200: around shows a message among its neighbours, with cursors to both sides', async () => {
  const { tenant, post } = await given();
  const chat = await tenant.chat();
  for (let i = 0; i < 9; i++)
    await tenant.message(chat.id, { text: `m${i}`, timestamp: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(i / 2))) });
  const list = async (body: object) => (await post(`/v3/chats/${chat.id}/messages/search`, body)).body;
  const bodies = ({ data }: { data: Item[] }) => data.map((one) => one.content.body);
  const all = await list({ pagination: { limit: 100 } });
  assert.equal(all.data.length, 9);
  const target = all.data[4];
  const found = await list({ around: target.id, pagination: { limit: 5 } });
  assert.deepEqual(bodies(found), bodies(all).slice(2, 7));
  assert.deepEqual([found.pagination.limit, found.pagination.page, found.pagination.total], [5, undefined, undefined]);
  const older = await list({ pagination: { cursor: found.pagination.nextCursor, limit: 100 } });
  assert.deepEqual(bodies(older), bodies(all).slice(7));
  const newer = await list({ sortBy: 'asc(timestamp)', pagination: { cursor: found.pagination.previousCursor, limit: 100 } });
  assert.deepEqual(bodies(newer).toReversed(), bodies(all).slice(0, 2));
  const whole = await list({ around: target.id });
  assert.deepEqual([whole.pagination.nextCursor, whole.pagination.previousCursor, whole.data.length], [null, null, 9]);
  const alone = await list({ around: target.id, pagination: { limit: 1 } });
  assert.deepEqual([bodies(alone), alone.pagination.nextCursor !== null], [[target.content.body], true]);
});

test('POST /v3/chats/:chatId/messages/search 400: around with a filter, and a message of another chat', async () => {
  const { tenant, post } = await given();
  const [chat, other] = [await tenant.chat(), await tenant.chat()];
  await tenant.message(other.id);
  const { body } = await post(`/v3/chats/${other.id}/messages/search`, {});
  const around = body.data[0].id;
  const refused = async (given: object) => {
    const { status, body } = await post(`/v3/chats/${chat.id}/messages/search`, given);
    assert.equal(status, 400);
    return Object.keys(body.error.invalidParams);
  };
  assert.deepEqual(await refused({ around }), ['around']);
  assert.deepEqual(await refused({ around: 'no id' }), ['around']);
  assert.deepEqual(await refused({ around, search: 'x' }), ['search']);
  assert.deepEqual(await refused({ around, sortBy: 'asc(id)', pagination: { page: 1, limit: 5 } }), ['sortBy', 'pagination']);
});
