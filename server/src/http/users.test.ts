import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { createUser } from '../domain/users/index.ts';
import { rows } from '../storage/context.ts';
import { givenApart } from '../test-kit/given.ts';

const given = givenApart();

const TRUSTED_FOR_MS = 3_001;
let counter = 0;
const email = () => `user${++counter}@example.com`;

/** Creates two tenants. Returns functions that create users in the first one. */
async function office() {
  const environment = await given();
  const user = async (fields: object = {}) => {
    const reply = await environment.post('/v3/users', { name: 'Ada', email: email(), ...fields });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.data;
  };
  const tokenOf = async (userId: string, scopes: string[]): Promise<string> => {
    const reply = await environment.post('/v3/access_tokens', { name: 'connector', scopes, userId });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.data.accessToken;
  };
  const assigned = async () => {
    const reply = await environment.post('/v3/events/search', { query: 'eq(event,"chat.assigned")', pagination: { limit: 100 } });
    return reply.body.data.map((event: { data: object }) => event.data);
  };
  return { ...environment, user, tokenOf, assigned };
}

async function until<T>(look: () => Promise<T>, isIt: (value: T) => boolean): Promise<T> {
  for (let i = 0; ; i++) {
    const value = await look();
    if (isIt(value) || i > 2_400) return value;
    await wait(50);
  }
}

test('POST /v3/users 409: an email address belongs to one user of a tenant, ignoring case', async () => {
  const { post, call, user, otherTenant } = await office();
  const { email } = await user({ email: 'Grace@Example.com' });
  assert.equal(email, 'grace@example.com');
  const again = { name: 'Grace', email: 'GRACE@example.com' };
  assert.equal((await post('/v3/users', again)).status, 409);
  assert.equal((await call('POST', '/v3/users', otherTenant.token, again)).status, 201);
});

test('PUT and DELETE /v3/users/:id 409: the last active admin cannot be removed', async () => {
  const { put, del, user } = await office();
  const [first, second] = [await user({ role: 'admin' }), await user({ role: 'admin' })];
  await user({ role: 'admin', status: 'disabled' });
  assert.equal((await put(`/v3/users/${first.id}`, { role: 'member' })).status, 200);
  for (const reply of [
    await put(`/v3/users/${second.id}`, { role: 'manager' }),
    await put(`/v3/users/${second.id.toUpperCase()}`, { status: 'disabled' }),
    await del(`/v3/users/${second.id}`),
  ]) {
    assert.equal(reply.status, 409, reply.text);
    assert.match(reply.body.error.message, /only active admin.*make another user an admin first/);
  }
  assert.equal((await put(`/v3/users/${second.id}`, { name: 'Still here', role: 'admin' })).status, 200);
  assert.equal((await put(`/v3/users/${first.id}`, { role: 'admin' })).status, 200);
  assert.deepEqual((await del(`/v3/users/${second.id}`)).body.data.deletedIds, [second.id]);
});

test('PUT /v3/users/:id: of all admins who are disabled at once, the last one is refused', async () => {
  const { put, user } = await office();
  const admins = await Promise.all(Array.from({ length: 6 }, () => user({ role: 'admin' })));
  const replies = await Promise.all(admins.map(({ id }) => put(`/v3/users/${id}`, { role: 'member' })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 409]);
});

test('the token of a user has the scopes that both the token and the current role have', async () => {
  const { put, call, clock, user, tokenOf } = await office();
  const { id } = await user({ role: 'member' });
  const token = await tokenOf(id, ['labels.read', 'labels.write', 'users.write']);
  const create = () => call('POST', '/v3/labels', token, { name: `label ${email()}` });
  const search = () => call('POST', '/v3/labels/search', token, {});
  assert.deepEqual([(await search()).status, (await create()).status], [200, 403]);
  const trade = async (role: string) => {
    await put(`/v3/users/${id}`, { role });
    clock.advance(TRUSTED_FOR_MS);
    return [(await search()).status, (await create()).status, (await call('PUT', `/v3/users/${id}`, token, {})).status];
  };
  await user({ role: 'admin' });
  assert.deepEqual(await trade('manager'), [200, 201, 403]);
  assert.deepEqual(await trade('admin'), [200, 201, 200]);
  assert.deepEqual(await trade('member'), [200, 403, 403]);
  assert.equal((await call('POST', '/v3/chats/search', token, {})).status, 403, 'a role adds nothing to a token');
});

test('tokens of a disabled or deleted user become unauthorized', async () => {
  const { put, del, call, post, clock, user, tokenOf } = await office();
  const [one, two] = [await user(), await user()];
  const tokens = [await tokenOf(one.id, ['labels.read']), await tokenOf(two.id, ['labels.read'])];
  const statuses = () => Promise.all(tokens.map(async (token) => (await call('POST', '/v3/labels/search', token, {})).status));
  assert.deepEqual(await statuses(), [200, 200]);
  await put(`/v3/users/${one.id}`, { status: 'disabled' });
  await del(`/v3/users/${two.id}`);
  clock.advance(TRUSTED_FOR_MS);
  assert.deepEqual(await statuses(), [401, 401]);
  await put(`/v3/users/${one.id}`, { status: 'active' });
  clock.advance(TRUSTED_FOR_MS);
  assert.deepEqual(await statuses(), [200, 401]);
  const left = (await post('/v3/access_tokens/search', { query: `eq(userId,"${one.id}")` })).body.data;
  assert.deepEqual(
    left.map(({ userId }: { userId: string }) => userId),
    [one.id],
  );
  for (const userId of [two.id, 'nonsense']) {
    const refused = await post('/v3/access_tokens', { name: 'x', scopes: ['labels.read'], userId });
    assert.equal(refused.body.error.invalidParams.userId.key, 'not_found');
  }
});

test('POST /v3/chats/:id/assign: the event contains the chat; a repetition changes and publishes nothing', async () => {
  const { post, tenant, user, assigned } = await office();
  const [chat, { id: userId }] = [await tenant.chat(), await user()];
  const team = (await post('/v3/teams', { name: 'Connector', members: [{ id: userId }] })).body.data;
  const first = await post(`/v3/chats/${chat.id}/assign`, { userId, teamId: team.id });
  assert.deepEqual([first.body.data.assignedUserId, first.body.data.assignedTeamId], [userId, team.id]);
  const again = await post(`/v3/chats/${chat.id}/assign`, { userId });
  assert.equal(again.body.data.updatedAt, first.body.data.updatedAt);
  await post(`/v3/chats/${chat.id}/assign`, { userId: null });
  const published = (await assigned()).map((one: Record<string, unknown>) => [one.id, one.assignedUserId, one.assignedTeamId]);
  assert.deepEqual(published.reverse(), [
    [chat.id, userId, team.id],
    [chat.id, null, team.id],
  ]);
});

test('POST /v3/chats/:id/assign 400: no user, unknown users, users of other tenants and disabled users', async () => {
  const { post, tenant, otherTenant, user } = await office();
  const chat = await tenant.chat();
  const stranger = await createUser(otherTenant.ctx, { name: 'Eve', email: email(), role: 'member', status: 'active' });
  const { id: disabled } = await user({ status: 'disabled' });
  const refused = async (body: object) => (await post(`/v3/chats/${chat.id}/assign`, body)).body.error.invalidParams;
  for (const userId of [stranger.id, disabled, chat.id, 'nonsense']) {
    assert.deepEqual(await refused({ userId }), {
      userId: { key: 'not_found', message: 'There is no active user with this id' },
    });
  }
  assert.deepEqual(Object.keys(await refused({ userId: 'x', teamId: 'y' })), ['userId', 'teamId']);
  assert.equal((await refused({})).userId.key, 'custom');
});

test('DELETE /v3/users/:id and /v3/teams/:id remove every assignment and publish it', async () => {
  const { post, del, tenant, user, assigned } = await office();
  const chats = [await tenant.chat(), await tenant.chat()];
  const [{ id: userId }, { id: colleague }] = [await user(), await user()];
  const { id: teamId } = (await post('/v3/teams', { name: 'Connector' })).body.data;
  for (const { id } of chats) await post(`/v3/chats/${id}/assign`, { userId, teamId });
  const untouched = await tenant.chat();
  await post(`/v3/chats/${untouched.id}/assign`, { userId: colleague });
  const search = async (query: string): Promise<{ id: string }[]> => (await post('/v3/chats/search', { query })).body.data;
  const before = (await assigned()).length;
  await del(`/v3/users/${userId}`);
  await until(
    () => search('not(isNull(assignedUserId))'),
    (found) => found.length === 1,
  );
  await del(`/v3/teams/${teamId}`);
  await until(
    () => search('not(isNull(assignedTeamId))'),
    (found) => found.length === 0,
  );
  assert.deepEqual(
    (await search('not(isNull(assignedUserId))')).map(({ id }) => id),
    [untouched.id],
  );
  const published = (await assigned())
    .slice(0, -before)
    .map((one: Record<string, unknown>) => [one.assignedUserId, one.assignedTeamId]);
  assert.deepEqual(published.reverse(), [
    [null, teamId],
    [null, teamId],
    [null, null],
    [null, null],
  ]);
});

test('all chats of a deleted user are unassigned, in several jobs', async () => {
  const { del, tenant, user } = await office();
  const { id: userId } = await user();
  const chat = await tenant.chat();
  await rows(
    tenant.ctx,
    sql`with new_handles as (
          insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
          select tenant_id, gen_random_uuid(), contact_id, 'external', 'v' || n, 'v' || n, false, created_at, updated_at
          from handles, generate_series(1, 1100) n where tenant_id = ${tenant.id} and id = ${chat.handleId} returning *)
        insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, assigned_user_id, created_at, updated_at)
        select tenant_id, gen_random_uuid(), ${chat.channelId}, contact_id, id, 'open', ${userId}, created_at, updated_at from new_handles`,
  );
  await del(`/v3/users/${userId}`);
  const count = async (statement: Parameters<typeof rows>[1]) => (await rows<{ n: number }>(tenant.ctx, statement))[0]?.n;
  const left = sql`select count(*)::int as n from chats where tenant_id = ${tenant.id} and assigned_user_id = ${userId}`;
  assert.equal(
    await until(
      () => count(left),
      (n) => n === 0,
    ),
    0,
  );
  const published = sql`select count(*)::int as n from events where tenant_id = ${tenant.id} and type = 'chat.assigned'`;
  assert.equal(await count(published), 1_100);
});

test('members of a team: one unknown user refuses all; removing a member returns whether it was one', async () => {
  const { get, post, del, user } = await office();
  const [one, two] = [await user({ name: 'Zoe' }), await user({ name: 'abe', status: 'disabled' })];
  const team = (await post('/v3/teams', { name: 'Night shift' })).body.data;
  const refused = await post(`/v3/teams/${team.id}/members`, { members: [{ id: one.id }, { id: team.id }] });
  assert.deepEqual(Object.keys(refused.body.error.invalidParams), ['members.1.id']);
  assert.deepEqual((await get(`/v3/teams/${team.id}`)).body.data, team);
  const joined = await post(`/v3/teams/${team.id}/members`, { members: [{ id: one.id }, { id: two.id }] });
  assert.deepEqual(
    joined.body.data.members.map(({ name }: { name: string }) => name),
    ['abe', 'Zoe'],
  );
  assert.deepEqual((await get(`/v3/users/${one.id}`)).body.data.teams, [{ id: team.id, name: 'Night shift' }]);
  const leave = () => del(`/v3/teams/${team.id}/members/${one.id}`);
  assert.deepEqual((await leave()).body.data, { deletedIds: [one.id], notFoundIds: [] });
  assert.deepEqual((await leave()).body.data, { deletedIds: [], notFoundIds: [one.id] });
});

test('the author of a note is the user of its token; a note outlives its author; lists of a sensitive chat hide its text', async () => {
  const { get, post, put, del, call, tenant, user, tokenOf } = await office();
  const [chat, { id, name }] = [await tenant.chat(), await user({ name: 'Grace' })];
  const token = await tokenOf(id, ['notes.write', 'notes.read']);
  const mine = (await call('POST', `/v3/chats/${chat.id}/notes`, token, { text: 'Call back' })).body.data;
  assert.deepEqual([mine.author, mine.text, mine.chatId], [{ id, name }, 'Call back', chat.id]);
  assert.equal((await post(`/v3/chats/${chat.id}/notes`, { text: 'By a program' })).body.data.author, null);
  await del(`/v3/users/${id}`);
  const late = await call('POST', `/v3/chats/${chat.id}/notes`, token, { text: 'A moment too late' });
  assert.deepEqual([late.status, late.body.data.author], [201, null]);
  assert.deepEqual((await get(`/v3/notes/${mine.id}`)).body.data, { ...mine, author: null });
  const texts = async () =>
    (await post(`/v3/chats/${chat.id}/notes/search`, {})).body.data.map(({ text }: { text: string }) => text);
  assert.deepEqual(await texts(), ['A moment too late', 'By a program', 'Call back']);
  await put(`/v3/chats/${chat.id}`, { isSensitive: true });
  assert.deepEqual(await texts(), [null, null, null]);
  assert.equal((await put(`/v3/notes/${mine.id}`, { text: 'Called back' })).body.data.text, 'Called back');
});

test('a note reaches no message and no automation, and the feed only without its text', async () => {
  const { get, post, tenant } = await office();
  const chat = await tenant.chat();
  const before = (await post('/v3/events/search', {})).body.pagination.total;
  await post(`/v3/chats/${chat.id}/notes`, { text: 'For one chat only' });
  const events = await post('/v3/events/search', {});
  assert.deepEqual([events.body.pagination.total, events.body.data[0].event], [before + 1, 'note.created']);
  assert.ok(!events.text.includes('For one chat only'));
  assert.equal((await post(`/v3/chats/${chat.id}/messages/search`, {})).body.pagination.total, 0);
  assert.equal((await get(`/v3/chats/${chat.id}`)).body.data.latestMessage, null);
});

test('POST /v3/access_tokens 403: a token cannot create tokens with scopes that it lacks, or for other users', async () => {
  const { call, clock, del, tenant, user, tokenOf } = await office();
  const mint = (token: string, body: object) => call('POST', '/v3/access_tokens', token, { name: 'minted', ...body });
  const admin = await tenant.tokenWith(['admin']);
  const wide = await mint(admin, { scopes: ['admin', 'contacts.write'] });
  assert.deepEqual([wide.status, wide.body.error.messageKey], [403, 'forbidden']);
  assert.match(wide.body.error.message, /lacks contacts\.write/);
  assert.equal((await mint(admin, { scopes: ['admin'] })).status, 201);
  const [ada, bob] = [await user({ role: 'admin' }), await user({ role: 'admin' })];
  const own = await tokenOf(ada.id, ['admin', 'labels.read']);
  assert.equal((await mint(own, { scopes: ['labels.read'], userId: bob.id })).status, 403);
  const minted = await mint(own, { scopes: ['admin', 'labels.read'], userId: null });
  assert.deepEqual([minted.status, minted.body.data.userId], [201, ada.id]);
  const second = await mint(minted.body.data.accessToken, { scopes: ['labels.read'] });
  assert.equal(second.body.data.userId, ada.id);
  await del(`/v3/users/${ada.id}`);
  clock.advance(TRUSTED_FOR_MS);
  const use = (token: string) => call('POST', '/v3/labels/search', token, {});
  for (const { body } of [minted, second]) assert.equal((await use(body.data.accessToken)).status, 401);
});
