import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { createUser } from '../domain/users/index.ts';
import { rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { createPerson } from '../test-kit/user.ts';

type Person = Awaited<ReturnType<typeof createPerson>>;
const notificationsOf = async (person: Person, request: object = {}) =>
  (await person.post('/v3/notifications/search', request)).body.data;
const unread = async (person: Person) => (await person.get('/v3/notifications/unread')).body.data.unread;

test('POST /v3/chats/:id/notes: a mention notifies its users, not the author; changing a note notifies only new ones', async () => {
  const here = await given();
  const [ada, grace, linus] = [await createPerson(here), await createPerson(here), await createPerson(here)];
  const { id: chatId } = await here.tenant.chat();
  const made = await ada.post(`/v3/chats/${chatId}/notes`, {
    text: 'Look',
    mentions: [grace.id, ada.id, grace.id.toUpperCase()],
  });
  assert.equal(made.status, 201, made.text);
  const { id: noteId, mentions } = made.body.data;
  assert.deepEqual(mentions, [
    { id: grace.id, name: grace.name },
    { id: ada.id, name: ada.name },
  ]);
  const [notification, ...more] = await notificationsOf(grace);
  assert.deepEqual(more, []);
  const { id, createdAt, ...rest } = notification;
  const actor = { id: ada.id, name: ada.name };
  assert.deepEqual(rest, { type: 'mention', chatId, noteId, actor, readAt: null });
  assert.deepEqual([await unread(ada), await unread(grace)], [0, 1]);
  await ada.put(`/v3/notes/${noteId}`, { mentions: [grace.id, linus.id] });
  assert.deepEqual([await unread(grace), await unread(linus)], [1, 1]);
  await ada.put(`/v3/notes/${noteId}`, { text: 'Look again' });
  assert.equal((await ada.get(`/v3/notes/${noteId}`)).body.data.mentions.length, 2);
  const published = await here.post('/v3/events/search', { query: 'eq(event,"notification.created")' });
  const sent = published.body.data.map((event: { data: { userId: string } }) => event.data);
  assert.deepEqual(sent.map(({ userId }: { userId: string }) => userId).toReversed(), [grace.id, linus.id]);
  assert.deepEqual(sent.at(-1), { id, userId: grace.id, type: 'mention', chatId, noteId, actorId: ada.id, createdAt });
  await here.del(`/v3/notes/${noteId}`);
  assert.deepEqual(await notificationsOf(grace), []);
});

test('POST /v3/chats/:id/notes 400: unknown, foreign and disabled users cannot be mentioned; files must exist', async () => {
  const here = await given();
  const disabled = await createPerson(here, { status: 'active' });
  await here.put(`/v3/users/${disabled.id}`, { status: 'disabled' });
  const fields = { name: 'Eve', email: 'eve@example.com', role: 'member', status: 'active' } as const;
  const stranger = await createUser(here.otherTenant.ctx, fields);
  const { id: chatId } = await here.tenant.chat();
  const refused = async (body: object) =>
    (await here.post(`/v3/chats/${chatId}/notes`, { text: 'x', ...body })).body.error.invalidParams;
  assert.deepEqual(Object.keys(await refused({ mentions: [disabled.id, stranger.id, 'x'] })), [
    'mentions.0',
    'mentions.1',
    'mentions.2',
  ]);
  assert.equal((await refused({ fileIds: [chatId] }))['fileIds.0'].key, 'not_found');
  assert.equal((await refused({ mentions: Array(21).fill(disabled.id) })).mentions.key, 'too_big');
});

test('POST /v3/chats/:id/assign: a user who gets a chat from somebody else is notified once', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const { id: chatId } = await here.tenant.chat();
  const team = (await here.post('/v3/teams', { name: `Team of ${ada.id}` })).body.data;
  const assign = (person: Pick<Person, 'post'>, body: object) => person.post(`/v3/chats/${chatId}/assign`, body);
  await assign(ada, { userId: ada.id });
  assert.equal(await unread(ada), 0, 'nobody is notified of what they did themselves');
  await assign(ada, { userId: grace.id });
  await assign(ada, { teamId: team.id });
  await assign(ada, { userId: grace.id });
  const [one, ...more] = await notificationsOf(grace);
  assert.deepEqual([one.type, one.chatId, one.noteId, one.actor.id, more], ['assignment', chatId, null, ada.id, []]);
  await assign(here, { userId: ada.id });
  assert.equal((await notificationsOf(ada))[0].actor, null);
  await assign(here, { userId: null });
  await here.del(`/v3/chats/${chatId}`);
  assert.deepEqual([await notificationsOf(ada), await notificationsOf(grace)], [[], []]);
});

test('POST /v3/notifications/read: own ids or all; ids of others change nothing', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const { id: chatId } = await here.tenant.chat();
  for (let i = 0; i < 3; i++) await here.post(`/v3/chats/${chatId}/notes`, { text: `${i}`, mentions: [ada.id, grace.id] });
  const [first] = await notificationsOf(ada);
  const [hers] = await notificationsOf(grace);
  const read = async (body: object) => (await ada.post('/v3/notifications/read', body)).body.data;
  assert.deepEqual(await read({ ids: [first.id, hers.id, 'nonsense'] }), { marked: 1, unread: 2 });
  assert.deepEqual(await read({ ids: [first.id] }), { marked: 0, unread: 2 });
  assert.equal((await notificationsOf(ada, { query: 'isNull(readAt)' })).length, 2);
  assert.deepEqual(await read({ all: true }), { marked: 2, unread: 0 });
  assert.equal(await unread(grace), 3);
  for (const body of [{}, { ids: [] }, { all: false }, { ids: [first.id], all: true }])
    assert.equal((await ada.post('/v3/notifications/read', body)).status, 400);
  for (const path of ['/v3/notifications/search', '/v3/notifications/read'])
    assert.equal((await here.post(path, path.endsWith('read') ? { all: true } : {})).body.error.messageKey, 'user_required');
});

test('a user keeps the newest 1,000 notifications of the last 90 days', async () => {
  const here = await given();
  const ada = await createPerson(here);
  const { id: chatId } = await here.tenant.chat();
  const { ctx } = here.tenant;
  const seed = (from: number, to: number) =>
    rows(
      ctx,
      sql`insert into notifications (tenant_id, id, user_id, type, chat_id, created_at)
          select ${ctx.tenantId}, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, ${ada.id}, 'mention', ${chatId}, now()
          from generate_series(${from}::int, ${to}::int) i`,
    );
  const stored = async () =>
    (
      await rows<{ n: number }>(
        ctx,
        sql`select count(*)::int as n from notifications where tenant_id = ${ctx.tenantId} and user_id = ${ada.id}`,
      )
    )[0]?.n;
  await seed(1, 1_005);
  const notice = () => here.post(`/v3/chats/${chatId}/notes`, { text: 'x', mentions: [ada.id] });
  await notice();
  assert.equal(await stored(), 1_000);
  assert.equal(await unread(ada), 1_000);
  const old = sql`now() - interval '91 days'`;
  await rows(ctx, sql`update notifications set created_at = ${old} where tenant_id = ${ctx.tenantId}`);
  assert.equal(await unread(ada), 0, 'old ones are not shown');
  assert.equal((await notice()).status, 201);
  assert.equal(await stored(), 1);
});
