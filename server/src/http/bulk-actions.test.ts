import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { changeChats } from '../domain/bulk-actions/index.ts';
import { createTeam, createUser } from '../domain/users/index.ts';
import { NIL_ID } from '../platform/ids.ts';
import { inTransaction, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

type Chat = { id: string; contactId: string };

async function givenChats(count: number) {
  const here = await given();
  const chats: Chat[] = [];
  for (let i = 0; i < count; i++) chats.push(await here.tenant.chat());
  const start = (body: object) => here.post('/v3/bulk_actions', body);
  const ended = (id: string) =>
    until(async () => {
      const { data } = (await here.get(`/v3/bulk_actions/${id}`)).body;
      return data.status === 'running' ? undefined : data;
    });
  const run = async (body: object) => {
    const { status, text, body: answer } = await start(body);
    assert.equal(status, 201, text);
    return ended(answer.data.id);
  };
  const chat = async ({ id }: Chat) => (await here.get(`/v3/chats/${id}`)).body.data;
  const ids = chats.map(({ id }) => id);
  const audited = async (operationId: string, resourceId: string) =>
    (await here.post('/v3/audit_log/search', { query: `and(eq(operationId,"${operationId}"),eq(resourceId,"${resourceId}"))` }))
      .body.data;
  const events = async (type: string) =>
    (await here.post('/v3/events/search', { query: `eq(event,"${type}")`, pagination: { limit: 100 } })).body.data;
  return { ...here, chats, ids, start, ended, run, chat, audited, events };
}

test('POST /v3/bulk_actions 201: closes the chats of a search with the events and audit entries of the single operation', async () => {
  const { chats, run, chat, audited, events, post } = await givenChats(5);
  const [first] = chats as [Chat];
  await post(`/v3/chats/${first.id}/status`, { status: 'closed' });
  const before = (await events('chat.status_changed')).length;
  const done = await run({ query: 'eq(status,"open")', action: 'close' });
  assert.deepEqual([done.status, done.counts], ['completed', { matched: 4, processed: 4, changed: 4, failed: 0 }]);
  for (const one of chats) assert.equal((await chat(one)).status, 'closed');
  assert.equal((await events('chat.status_changed')).length - before, 4);
  const [entry, ...more] = await audited('setChatStatus', chats[1]?.id ?? '');
  assert.deepEqual([entry.changes, more], [[{ field: 'status', from: 'open', to: 'closed' }], []]);
  const [progress] = (await events('bulk_action.progressed')).filter(
    ({ data }: { data: { status: string } }) => data.status === 'completed',
  );
  assert.deepEqual(progress.data, { id: done.id, action: 'close', status: 'completed', counts: done.counts, userId: null });
});

test('POST /v3/bulk_actions 201: each action changes the chats as its single operation does', async () => {
  const { tenant, chats, ids, run, chat, audited, clock, get } = await givenChats(3);
  const [one] = chats as [Chat];
  const user = await createUser(tenant.ctx, { name: 'Grace', email: `${one.id}@example.com`, role: 'member', status: 'active' });
  const team = await createTeam(tenant.ctx, { name: 'Support', memberIds: [user.id] });
  const label = await tenant.label();
  const all = { matched: 3, processed: 3, changed: 3, failed: 0 };
  const changes = async (body: object) => (await run({ ids, ...body })).counts;
  assert.deepEqual(await changes({ action: 'assign', userId: user.id, teamId: team.id }), all);
  assert.deepEqual([(await chat(one)).assignedUserId, (await chat(one)).assignedTeamId], [user.id, team.id]);
  assert.deepEqual(await changes({ action: 'assign', userId: user.id, teamId: team.id }), { ...all, changed: 0 });
  assert.equal((await audited('assignChat', one.id)).length, 1);
  const snoozedUntil = new Date(clock.now().getTime() + 3_600_000).toISOString();
  assert.deepEqual(await changes({ action: 'snooze', snoozedUntil }), all);
  assert.deepEqual([(await chat(one)).status, (await chat(one)).snoozedUntil], ['snoozed', snoozedUntil]);
  assert.deepEqual(await changes({ action: 'open' }), all);
  assert.equal((await chat(one)).status, 'open');
  assert.deepEqual(await changes({ action: 'mark_unread' }), all);
  assert.equal((await chat(one)).isUnread, true);
  assert.deepEqual(await changes({ action: 'mark_read' }), all);
  assert.equal((await chat(one)).isUnread, false);
  const labels = async () => (await get(`/v3/contacts/${one.contactId}`)).body.data.labels.length;
  assert.deepEqual(await changes({ action: 'label', labelIds: [label.id] }), all);
  assert.equal(await labels(), 1);
  assert.equal((await audited('addContactLabels', one.contactId)).length, 1);
  assert.deepEqual(await changes({ action: 'unlabel', labelIds: [label.id] }), all);
  assert.equal(await labels(), 0);
});

test('POST /v3/bulk_actions 201: more chats than a page; a chat that is deleted meanwhile counts as failed', async () => {
  const { tenant, ids, run, start, get } = await givenChats(60);
  const done = await run({ ids: [...ids, ...ids.map((id) => id.toUpperCase())], action: 'close' });
  assert.deepEqual(done.counts, { matched: 60, processed: 60, changed: 60, failed: 0 });
  const { ctx } = tenant;
  const { body } = await start({ ids, action: 'open' });
  const id: string = body.data.id;
  await until(async () => (await get(`/v3/bulk_actions/${id}`)).body.data.status === 'completed');
  await rows(ctx, sql`delete from chats where tenant_id = ${ctx.tenantId} and id = ${ids[0]}`);
  await rows(
    ctx,
    sql`update bulk_actions set status = 'running', position = null, processed = 0, changed = 0 where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
  assert.deepEqual(await inTransaction(ctx, (ctx) => changeChats(ctx, {}, id)), { input: {} });
  assert.equal(await inTransaction(ctx, (ctx) => changeChats(ctx, {}, id)), undefined);
  const again = (await get(`/v3/bulk_actions/${id}`)).body.data;
  assert.deepEqual(again.counts, { matched: 60, processed: 60, changed: 0, failed: 1 });
  assert.equal(again.error, `${ids[0]}: Chat not found`);
});

test('bulk action: a page that is repeated after a crash changes nothing twice, and a cancelled one stops', async () => {
  const { tenant, ids, start, get, post, events } = await givenChats(4);
  const { ctx } = tenant;
  const { body } = await start({ ids, action: 'close' });
  const id: string = body.data.id;
  await until(async () => (await get(`/v3/bulk_actions/${id}`)).body.data.status === 'completed');
  const count = (await events('chat.status_changed')).length;
  assert.equal(await inTransaction(ctx, (ctx) => changeChats(ctx, {}, id)), undefined);
  // A worker that dies rolls the page back: the position is that of the last page that was committed.
  await rows(
    ctx,
    sql`update bulk_actions set status = 'running', ended_at = null where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
  assert.equal(await inTransaction(ctx, (ctx) => changeChats(ctx, {}, id)), undefined);
  assert.equal((await events('chat.status_changed')).length, count);
  assert.equal((await post(`/v3/bulk_actions/${id}/cancel`, {})).status, 409);

  await rows(
    ctx,
    sql`update bulk_actions set status = 'running', position = null where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
  const cancelled = await post(`/v3/bulk_actions/${id}/cancel`, {});
  assert.deepEqual([cancelled.status, cancelled.body.data.status], [200, 'cancelled']);
  assert.equal(await inTransaction(ctx, (ctx) => changeChats(ctx, {}, id)), undefined);
});

test('POST /v3/bulk_actions 400, 402, 403: what could succeed for no chat, too many at once, and a missing scope', async () => {
  const { tenant, otherTenant, start, ids, call, clock } = await givenChats(1);
  const refused = async (body: object) => {
    const { status, body: answer } = await start(body);
    assert.equal(status, 400, JSON.stringify(answer));
    return Object.keys(answer.error.invalidParams);
  };
  const label = await otherTenant.label();
  assert.deepEqual(await refused({ action: 'close' }), ['query']);
  assert.deepEqual(await refused({ action: 'close', ids, query: 'eq(status,"open")' }), ['ids']);
  assert.deepEqual(await refused({ action: 'close', query: 'eq(mood,"x")' }), ['query']);
  assert.deepEqual(await refused({ action: 'dance', ids }), ['action']);
  assert.deepEqual(await refused({ action: 'close', ids: Array(1_001).fill(NIL_ID) }), ['ids']);
  const foreign = await otherTenant.chat();
  for (const id of [NIL_ID, 'no id', foreign.id])
    assert.deepEqual(await refused({ action: 'close', ids: [...ids, id] }), ['ids']);
  assert.deepEqual(await refused({ action: 'assign', ids }), ['userId']);
  assert.deepEqual(await refused({ action: 'assign', ids, userId: NIL_ID, teamId: 'x' }), ['userId', 'teamId']);
  assert.deepEqual(await refused({ action: 'label', ids, labelIds: [label.id] }), ['labelIds.0']);
  assert.deepEqual(await refused({ action: 'snooze', ids, snoozedUntil: clock.now().toISOString() }), ['snoozedUntil']);

  const token = await tenant.tokenWith(['chats.write']);
  const mine = await tenant.label();
  const asLabeller = (body: object) => call('POST', '/v3/bulk_actions', token, body);
  assert.equal((await asLabeller({ ids, action: 'label', labelIds: [mine.id] })).status, 403);
  assert.equal((await asLabeller({ ids, action: 'close' })).status, 201);

  const { ctx } = tenant;
  await rows(
    ctx,
    sql`insert into bulk_actions (tenant_id, id, action, parameters, status, token_id, request_id, created_at, updated_at)
        select ${ctx.tenantId}, gen_random_uuid(), 'close', '{"action": "close"}', 'running', gen_random_uuid(), 'x', now(), now()
        from generate_series(1, 1000)`,
  );
  const tooMany = await start({ ids, action: 'close' });
  assert.deepEqual([tooMany.status, tooMany.body.error.messageKey], [402, 'quota_exceeded']);
});

test('GET /v3/bulk_actions/:bulkActionId 404 and search 200: only those of the tenant', async () => {
  const { otherTenant, ids, run, call, post } = await givenChats(1);
  const done = await run({ ids, action: 'close' });
  assert.equal((await call('GET', `/v3/bulk_actions/${done.id}`, otherTenant.token)).status, 404);
  assert.equal((await call('POST', `/v3/bulk_actions/${done.id}/cancel`, otherTenant.token, {})).status, 404);
  const found = await post('/v3/bulk_actions/search', { query: 'eq(action,"close")' });
  assert.deepEqual(found.body.data, [done]);
});

test('POST /v3/bulk_actions 201: a user with limits changes and counts only visible chats, and reads only own bulk actions', async () => {
  const { ids, run, tenant, call, post, put, events, chat, chats } = await givenChats(3);
  const user = await createUser(tenant.ctx, {
    name: 'Own',
    email: `own${tenant.id}@example.com`,
    role: 'manager',
    status: 'active',
    visibility: 'own',
  });
  const scopes = ['chats.write', 'chats.read', 'events.read'];
  const { accessToken } = (await post('/v3/access_tokens', { name: 'own', scopes, userId: user.id })).body.data;
  await post(`/v3/chats/${ids[0]}/assign`, { userId: user.id });
  const others = await run({ ids, action: 'mark_unread' });
  const started = await call('POST', '/v3/bulk_actions', accessToken, { query: 'eq(status,"open")', action: 'close' });
  assert.equal(started.status, 201, started.text);
  const { id } = started.body.data;
  const done = await until(async () => {
    const { data } = (await call('GET', `/v3/bulk_actions/${id}`, accessToken)).body;
    return data.status === 'completed' ? data : undefined;
  });
  assert.deepEqual(done.counts, { matched: 1, processed: 1, changed: 1, failed: 0 });
  assert.deepEqual(await Promise.all(chats.map(async (one) => (await chat(one)).status)), ['closed', 'open', 'open']);
  assert.equal((await call('GET', `/v3/bulk_actions/${others.id}`, accessToken)).status, 404);
  const refused = await call('POST', '/v3/bulk_actions', accessToken, { ids: [ids[1]], action: 'close' });
  assert.deepEqual([refused.status, Object.keys(refused.body.error.invalidParams)], [400, ['ids']]);
  const progress = { query: 'eq(event,"bulk_action.progressed")' };
  const seen = (await call('POST', '/v3/events/search', accessToken, progress)).body.data;
  assert.deepEqual(new Set(seen.map(({ data }: { data: { id: string } }) => data.id)), new Set([id]));
  assert.ok((await events('bulk_action.progressed')).some(({ data }: { data: { id: string } }) => data.id === others.id));
  assert.equal((await put(`/v3/users/${user.id}`, { status: 'disabled' })).status, 200);
});
