import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { getChannel } from '../domain/channels/index.ts';
import { getChat } from '../domain/chats/index.ts';
import { receive } from '../domain/messages/index.ts';
import { scopes } from '../domain/tokens/index.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';

type Person = { id: string; token: string };
let counter = 0;

/** Creates a tenant with two teams, and a function that creates users with their tokens. */
async function office() {
  const it = await given();
  const person = async (fields: object = {}, teamId?: string): Promise<Person> => {
    const user = await it.post('/v3/users', { name: 'Ada', email: `viewer${++counter}@example.com`, role: 'manager', ...fields });
    assert.equal(user.status, 201, user.text);
    const { id } = user.body.data;
    if (teamId) await it.post(`/v3/teams/${teamId}/members`, { members: [{ id }] });
    const token = await it.post('/v3/access_tokens', { name: 'desk', scopes: [...scopes], userId: id });
    return { id, token: token.body.data.accessToken };
  };
  const team = async () => (await it.post('/v3/teams', { name: `team ${++counter}` })).body.data.id as string;
  const chat = async (assignment: object = { userId: null }) => {
    const { id, channelId, contactId } = await it.tenant.chat();
    await it.tenant.message(id, { text: `hello ${id}` });
    const reply = await it.post(`/v3/chats/${id}/assign`, assignment);
    assert.equal(reply.status, 200, reply.text);
    return { id, channelId, contactId };
  };
  const ids = async (path: string, { token }: Person): Promise<string[]> => {
    const reply = await it.call('POST', path, token, { pagination: { limit: 100 } });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.pagination.total, reply.body.data.length, 'the total counts what is listed');
    return reply.body.data.map(({ id }: { id: string }) => id).sort();
  };
  return { ...it, person, team, chat, ids };
}

async function workplace() {
  const it = await office();
  const [team, otherTeam] = [await it.team(), await it.team()];
  const mate = await it.person({}, team);
  const stranger = await it.person({}, otherTeam);
  /** One after the other: the connections of a tenant are limited. */
  const chats = async (me: Person) => {
    const [mine, mates] = [await it.chat({ userId: me.id }), await it.chat({ userId: mate.id })];
    const [teams, nobodys] = [await it.chat({ teamId: team }), await it.chat()];
    return [mine, mates, teams, nobodys, await it.chat({ userId: stranger.id }), await it.chat({ teamId: otherTeam })] as const;
  };
  return { ...it, team, mate, stranger, chats };
}

test('users 201, 200: visibility is all and channelIds null unless given; unknown channels are refused', async () => {
  const { post, put, tenant } = await office();
  const made = (await post('/v3/users', { name: 'Ada', email: `viewer${++counter}@example.com` })).body.data;
  assert.deepEqual([made.visibility, made.channelIds], ['all', null]);
  const channel = await tenant.channel();
  const changed = await put(`/v3/users/${made.id}`, { visibility: 'own', channelIds: [channel.id.toUpperCase()] });
  assert.deepEqual([changed.body.data.visibility, changed.body.data.channelIds], ['own', [channel.id]]);
  const refused = await put(`/v3/users/${made.id}`, { channelIds: [channel.id, made.id] });
  assert.equal(refused.status, 400);
  assert.deepEqual(Object.keys(refused.body.error.invalidParams), ['channelIds.1']);
  assert.equal((await put(`/v3/users/${made.id}`, { visibility: 'some' })).status, 400);
});

for (const [visibility, seen] of [
  ['all', [0, 1, 2, 3, 4, 5]],
  ['teams', [0, 1, 2, 3]],
  ['own', [0]],
] as const) {
  test(`a user with visibility ${visibility} sees the chats that the guide lists, and their messages, contacts and events`, async () => {
    const { call, person, chats, team, ids } = await workplace();
    const me = await person({ visibility }, team);
    const made = await chats(me);
    const visible = made.filter((_, i) => (seen as readonly number[]).includes(i));
    const sorted = (values: string[]) => values.toSorted();
    assert.deepEqual(await ids('/v3/chats/search', me), sorted(visible.map(({ id }) => id)));
    assert.deepEqual(await ids('/v3/contacts/search', me), sorted(visible.map(({ contactId }) => contactId)));
    const events = await call('POST', '/v3/events/search', me.token, { pagination: { limit: 100 } });
    for (const [i, { id, contactId }] of made.entries()) {
      const status = (seen as readonly number[]).includes(i) ? 200 : 404;
      assert.equal((await call('GET', `/v3/chats/${id}`, me.token)).status, status);
      assert.equal((await call('GET', `/v3/contacts/${contactId}`, me.token)).status, status);
      assert.equal((await call('POST', `/v3/chats/${id}/messages/search`, me.token, {})).status, status);
      assert.equal((await call('POST', `/v3/chats/${id}/messages`, me.token, { text: 'x' })).status === 404, status === 404);
      assert.equal((await call('POST', `/v3/chats/${id}/notes`, me.token, { text: 'x' })).status, status === 200 ? 201 : 404);
      assert.equal((await call('POST', `/v3/chats/${id}/status`, me.token, { status: 'closed' })).status, status);
      assert.equal(events.text.includes(id), status === 200, events.text);
    }
  });
}

test('channelIds limits every visibility further; channels that are not listed do not exist for the user', async () => {
  const { call, person, chats, team, ids, put } = await workplace();
  const me = await person({ visibility: 'teams' }, team);
  const [mine, , teams] = await chats(me);
  await put(`/v3/users/${me.id}`, { channelIds: [mine.channelId] });
  assert.deepEqual(await ids('/v3/chats/search', me), [mine.id]);
  assert.deepEqual(await ids('/v3/channels/search', me), [mine.channelId]);
  const elsewhere = await call('POST', '/v3/chats', me.token, { channelId: teams.channelId, contactId: mine.contactId });
  assert.deepEqual([elsewhere.status, elsewhere.body.error.invalidParams.channelId.key], [400, 'not_found']);
  const nowhere = await person({ channelIds: [] });
  assert.deepEqual(await ids('/v3/chats/search', nowhere), [], 'an empty list allows no channel');
});

test('POST /v3/chats/:chatId/assign 200: a user can give a chat away, and then gets 404; no other chat can be taken', async () => {
  const { call, person, chats, team, mate } = await workplace();
  const me = await person({ visibility: 'own' }, team);
  const [mine, , , nobodys] = await chats(me);
  const given = await call('POST', `/v3/chats/${mine.id}/assign`, me.token, { userId: mate.id });
  assert.deepEqual([given.status, given.body.data.assignedUserId], [200, mate.id]);
  assert.equal((await call('GET', `/v3/chats/${mine.id}`, me.token)).status, 404);
  for (const { id } of [mine, nobodys])
    assert.equal((await call('POST', `/v3/chats/${id}/assign`, me.token, { userId: me.id })).status, 404);
  assert.equal((await call('GET', `/v3/chats/${mine.id}`, mate.token)).status, 200);
});

test('POST /v3/contacts 201, POST /v3/chats 201: what a user creates is visible to the user; the chat is assigned to the user', async () => {
  const { call, person, tenant } = await office();
  const me = await person({ visibility: 'own' });
  const contact = await call('POST', '/v3/contacts', me.token, { firstName: 'Joan', phoneNumber: `+1555999${1000 + ++counter}` });
  assert.equal(contact.status, 201, contact.text);
  assert.equal((await call('GET', `/v3/contacts/${contact.body.data.id}`, me.token)).status, 200);
  const channel = await tenant.channel();
  const chat = await call('POST', '/v3/chats', me.token, { channelId: channel.id, contactId: contact.body.data.id });
  assert.deepEqual([chat.status, chat.body.data.assignedUserId], [201, me.id], chat.text);
  assert.equal(
    (await call('GET', `/v3/contacts/${contact.body.data.id}`, (await person({ visibility: 'own' })).token)).status,
    404,
  );
});

test('403: operations that reach all conversations are refused to users who see some, and not to admins and programs', async () => {
  const { call, person } = await office();
  const me = await person({ visibility: 'teams' });
  for (const [path, body] of [
    ['/v3/contact_exports', {}],
    ['/v3/teams', { name: 'mine' }],
    ['/v3/audit_log/search', {}],
  ] as const) {
    const reply = await call('POST', path, me.token, body);
    assert.deepEqual([reply.status, reply.body.error.messageKey], [403, 'forbidden'], path);
    assert.match(reply.body.error.message, /visibility/);
  }
  const admin = await person({ visibility: 'own', role: 'admin' });
  assert.equal((await call('POST', '/v3/audit_log/search', admin.token, {})).status, 200);
});

test('Idempotency-Key: a user does not get the stored answer of a caller who sees more', async () => {
  const { call, post, person, chat } = await office();
  const hidden = await chat();
  const key = { 'idempotency-key': `same ${++counter}`.replace(' ', '-') };
  assert.match((await post('/v3/chats/search', {}, key)).text, new RegExp(hidden.id));
  const me = await person({ visibility: 'own' });
  const reply = await call('POST', '/v3/chats/search', me.token, {}, key);
  assert.deepEqual(reply.body.data, []);
});

test('GET /v3/events: a feed has the events of visible chats, and chat.hidden with an id when a chat is given away', async () => {
  const { baseUrl, post, person, chats, team, stranger, tenant } = await workplace();
  const me = await person({ visibility: 'own' }, team);
  const [mine, other] = await chats(me);
  const leaving = new AbortController();
  const response = await fetch(`${baseUrl}/v3/events`, {
    headers: { authorization: `Bearer ${me.token}` },
    signal: leaving.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  const until = async (wanted: RegExp) => {
    for (let i = 0; i < 600 && !wanted.test(text); i++) await wait(50);
    assert.match(text, wanted);
  };
  await until(/connected/);
  await tenant.message(other.id, { text: 'not for you' });
  await tenant.message(mine.id, { text: 'for you' });
  await until(/for you/);
  await post(`/v3/chats/${mine.id}/assign`, { userId: stranger.id });
  // A feed also reads the seconds before it was opened: it may name the chats that were assigned then, by their ids alone.
  const hidden = () => [...text.matchAll(/event: chat\.hidden\ndata: (.*)\n/g)].map(([, frame = '']) => JSON.parse(frame).data);
  await until(new RegExp(`event: chat\\.hidden\\ndata: .*${mine.id}.*\\n`));
  for (const data of hidden()) assert.deepEqual(Object.keys(data), ['id']);
  await tenant.message(mine.id, { text: 'too late' });
  await post('/v3/chats/search', {});
  leaving.abort();
  await reading;
  assert.doesNotMatch(text, /not for you|too late/);
  assert.doesNotMatch(text.replaceAll(/event: chat\.hidden\ndata: .*/g, ''), new RegExp(other.id));
});

test('GET /v3/events: the feed ends when the visibility of its user changes', async () => {
  const { baseUrl, person, put } = await office();
  const me = await person({ visibility: 'own' });
  const response = await fetch(`${baseUrl}/v3/events`, { headers: { authorization: `Bearer ${me.token}` } });
  const ended = (async () => {
    for await (const _ of response.body ?? []);
  })().catch(() => undefined);
  assert.equal((await put(`/v3/users/${me.id}`, { visibility: 'teams' })).status, 200);
  const late = wait(60_000, 'still open', { ref: false });
  assert.equal(await Promise.race([ended, late]), undefined);
});

test('files: a user sees own uploads and the files of visible chats', async () => {
  const { baseUrl, call, person, chat, tenant, ids } = await office();
  const upload = async (token: string, name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([`bytes of ${name}`], { type: 'text/plain' }), name);
    const reply = await fetch(`${baseUrl}/v3/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };
  const me = await person({ visibility: 'own' });
  const own = await upload(me.token, 'own.txt');
  const foreign = await upload(tenant.token, 'foreign.txt');
  assert.deepEqual(await ids('/v3/files/search', me), [own]);
  assert.equal((await call('GET', `/v3/files/${foreign}/content`, me.token)).status, 404);
  const [mine, nobodys] = [await chat({ userId: me.id }), await chat()];
  await receiveFile(tenant.ctx, mine.id, 'mine.txt');
  await receiveFile(tenant.ctx, nobodys.id, 'nobodys.txt');
  const found = await call('POST', '/v3/files/search', me.token, {});
  assert.deepEqual(found.body.data.map(({ name }: { name: string }) => name).sort(), ['mine.txt', 'own.txt']);
});

/** Receives a message with a file; its bytes do not matter. */
async function receiveFile(ctx: Ctx, chatId: string, fileName: string): Promise<void> {
  const { handle, channelId } = await getChat(ctx, chatId);
  const media = [{ mimeType: 'text/plain', fileName, source: { ref: { id: fileName } } }];
  const content = { type: 'document' as const, text: null, media, details: null, replyTo: null };
  const person = { type: handle.type, value: handle.value };
  const said = { kind: 'message' as const, vendorId: `file.${++counter}`, at: new Date(), name: null, content };
  await inTransaction(ctx, async (ctx) =>
    receive(ctx, await getChannel(ctx, channelId), [{ ...said, from: [person], isAutomatic: false, preference: null }]),
  );
}
