import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { createRating } from '../domain/ratings/index.ts';
import { reportFold } from '../domain/reports/index.ts';
import { row } from '../storage/context.ts';
import { foldAll } from '../storage/fold.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();
type Given = Awaited<ReturnType<typeof given>>;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** From the present day, in which the database counts missed promises, to the day of the clock, which tests have moved on. */
const ask = ({ post, clock }: Given, body: object) => {
  const [from, to] = [new Date(Date.now() - DAY_MS), new Date(clock.now().getTime() + DAY_MS)];
  return post('/v3/reports/search', { from: from.toISOString(), to: to.toISOString(), bucket: 'total', ...body });
};

async function rowsOf(it: Given, metric: string, body: object = {}) {
  const { status, body: reply, text } = await ask(it, { metric, ...body });
  assert.equal(status, 200, text);
  return reply.data.rows;
}

const countOf = async (it: Given, metric: string): Promise<number> => (await rowsOf(it, metric))[0]?.count ?? 0;

const setStatus = ({ post }: Given, chatId: string, status: string) => post(`/v3/chats/${chatId}/status`, { status });

test('POST /v3/reports/search 200: volumes, the time to the first reply, and the time to the close, of each conversation of a chat', async () => {
  const it = await given();
  const { tenant, clock } = it;
  const { id } = await tenant.chat();
  await tenant.message(id);
  clock.advance(2 * MINUTE_MS);
  await tenant.message(id); // the contact waits since the first one
  clock.advance(8 * MINUTE_MS);
  await tenant.message(id, { sender: 'outbound' });
  clock.advance(MINUTE_MS);
  await tenant.message(id, { sender: 'outbound' }); // no first reply
  clock.advance(49 * MINUTE_MS);
  await setStatus(it, id, 'closed');
  await setStatus(it, id, 'closed'); // changes nothing
  assert.equal(await countOf(it, 'chats_opened'), 1);
  assert.equal(await countOf(it, 'chats_closed'), 1);
  assert.equal(await countOf(it, 'messages_received'), 2);
  assert.equal(await countOf(it, 'messages_sent'), 2);
  const [reply, ...noMore] = await rowsOf(it, 'first_reply_time');
  assert.deepEqual([noMore, reply.count], [[], 1]);
  assert.ok(Math.abs(reply.averageSeconds - 600) < 10, `${reply.averageSeconds}`);
  assert.ok(Math.abs(reply.p50Seconds / 600 - 1) < 0.1, `${reply.p50Seconds}`);
  const [resolution] = await rowsOf(it, 'resolution_time');
  assert.ok(Math.abs(resolution.averageSeconds - 3_600) < 10, `${resolution.averageSeconds}`);

  clock.advance(30 * MINUTE_MS);
  await tenant.message(id); // reopens it
  clock.advance(MINUTE_MS);
  await tenant.message(id, { sender: 'outbound' });
  await setStatus(it, id, 'closed');
  assert.equal(await countOf(it, 'chats_opened'), 2);
  const [both] = await rowsOf(it, 'first_reply_time');
  assert.equal(both.count, 2);
  assert.ok(Math.abs(both.averageSeconds - (600 + 60) / 2) < 10, `${both.averageSeconds}`);
  const [resolutions] = await rowsOf(it, 'resolution_time');
  assert.ok(Math.abs(resolutions.averageSeconds - (3_600 + 60) / 2) < 10, `${resolutions.averageSeconds}`);
});

test('POST /v3/reports/search 200: snoozing and waking opens and closes nothing', async () => {
  const it = await given();
  const { id } = await it.tenant.chat();
  const snoozedUntil = new Date(it.clock.now().getTime() + DAY_MS).toISOString();
  await it.post(`/v3/chats/${id}/status`, { status: 'snoozed', snoozedUntil });
  await setStatus(it, id, 'open');
  assert.equal(await countOf(it, 'chats_opened'), 1);
  assert.equal(await countOf(it, 'chats_closed'), 0);
});

test('POST /v3/reports/search 200: by channel, user and team; filters; another tenant counts for itself', async () => {
  const it = await given();
  const { tenant, post } = it;
  const user = (await post('/v3/users', { name: 'Grace', email: `${tenant.id}@example.com` })).body.data;
  const team = (await post('/v3/teams', { name: 'Support' })).body.data;
  const [one, other] = [await tenant.chat(), await tenant.chat()];
  await post(`/v3/chats/${one.id}/assign`, { userId: user.id, teamId: team.id });
  await tenant.message(one.id);
  await tenant.message(one.id);
  await tenant.message(other.id);
  await it.otherTenant.message((await it.otherTenant.chat()).id);
  const shown = await rowsOf(it, 'messages_received', { groupBy: ['userId', 'teamId'] });
  assert.deepEqual(
    shown.map(({ userId, teamId, channelId, count }: Record<string, unknown>) => [userId, teamId, channelId, count]),
    [
      [null, null, null, 1],
      [user.id, team.id, null, 2],
    ],
  );
  const byChannel = await rowsOf(it, 'messages_received', { groupBy: ['channelId'], filters: { userIds: [user.id] } });
  assert.deepEqual([byChannel.length, byChannel[0].channelId, byChannel[0].count], [1, one.channelId, 2]);
  assert.deepEqual(await rowsOf(it, 'messages_received', { filters: { teamIds: [it.otherTenant.id, 'no-id'] } }), []);
  assert.equal(await countOf(it, 'messages_received'), 3);
});

test('POST /v3/reports/search 200: a reply counts for its author; for the assignee if no user wrote it', async () => {
  const sandbox = await startSandbox();
  after(() => sandbox.stop());
  const it = await given();
  const { tenant, post, call } = it;
  const user = async (name: string) => (await post('/v3/users', { name, email: `${name}${tenant.id}@example.com` })).body.data.id;
  const [assignee, author] = [await user('ada'), await user('grace')];
  const { accessToken } = (await post('/v3/access_tokens', { name: 'desk', scopes: ['messages.write'], userId: author })).body
    .data;
  const { channelId } = await connect('sms', { apiUrl: it.baseUrl, token: tenant.token, sandbox });
  const { id } = (await post('/v3/chats', { channelId, contactId: (await tenant.contact()).id })).body.data;
  await post(`/v3/chats/${id}/assign`, { userId: assignee });
  await tenant.message(id);
  it.clock.advance(MINUTE_MS);
  const reply = await call('POST', `/v3/chats/${id}/messages`, accessToken, { text: 'Hello' });
  assert.equal(reply.status, 201, reply.text);
  assert.equal((await post(`/v3/chats/${id}/messages`, { text: 'More' })).status, 201);
  const counts = async (metric: string) =>
    Object.fromEntries(
      (await rowsOf(it, metric, { groupBy: ['userId'] })).map((one: { userId: string; count: number }) => [
        one.userId,
        one.count,
      ]),
    );
  assert.deepEqual(await counts('messages_sent'), { [author]: 1, [assignee]: 1 });
  assert.deepEqual(await counts('first_reply_time'), { [author]: 1 });
  assert.deepEqual(await counts('messages_received'), { [assignee]: 1 });
});

test('POST /v3/reports/search 200: counts are the same before and after they are folded', async () => {
  const it = await given();
  const { id } = await it.tenant.chat();
  for (let i = 0; i < 5; i++) await it.tenant.message(id);
  await foldAll(it.app, reportFold);
  await it.tenant.message(id);
  assert.equal(await countOf(it, 'messages_received'), 6);
  await foldAll(it.app, reportFold);
  assert.equal(await countOf(it, 'messages_received'), 6);
  const left = await row<{ n: number }>(
    it.tenant.ctx,
    sql`select count(*)::int as n from report_deltas where tenant_id = ${it.tenant.id}`,
  );
  assert.equal(left?.n, 0);
});

test('POST /v3/reports/search 200: a day begins at midnight of the time zone, also of one with half an hour', async () => {
  const it = await given();
  const { tenant, clock } = it;
  const { id } = await tenant.chat();
  const tomorrow = new Date(Math.ceil(clock.now().getTime() / DAY_MS) * DAY_MS);
  clock.set(new Date(tomorrow.getTime() + 18 * 60 * MINUTE_MS + 15 * MINUTE_MS)); // 23:45 in Kolkata
  await tenant.message(id);
  clock.advance(20 * MINUTE_MS); // 00:05 of the next day
  await tenant.message(id);
  const days = await rowsOf(it, 'messages_received', { bucket: 'day', timeZone: 'Asia/Kolkata' });
  assert.deepEqual(
    days.map(({ from, count }: { from: string; count: number }) => [from.slice(11, 16), count]),
    [
      ['18:30', 1],
      ['18:30', 1],
    ],
  );
  assert.equal((await rowsOf(it, 'messages_received', { bucket: 'day' })).length, 1);
  assert.equal((await rowsOf(it, 'messages_received', { bucket: 'hour' })).length, 1);
});

test('POST /v3/reports/search 200: a message sent with the API is counted at once, a scheduled one when it is sent, a cancelled one never', async () => {
  const sandbox = await startSandbox();
  after(() => sandbox.stop());
  const it = await given();
  const { post, clock, tenant } = it;
  const { channelId } = await connect('sms', { apiUrl: it.baseUrl, token: tenant.token, sandbox });
  const to = { channelId, contactId: (await tenant.contact()).id };
  const sent = await post('/v3/messages', { ...to, text: 'Now' });
  assert.equal(sent.status, 201, sent.text);
  const scheduledAt = new Date(clock.now().getTime() + 60 * MINUTE_MS).toISOString();
  const later = await post('/v3/messages', { ...to, text: 'Later', scheduledAt });
  const never = await post('/v3/messages', { ...to, text: 'Never', scheduledAt });
  assert.equal((await post(`/v3/messages/${never.body.data.id}/cancel`)).status, 200);
  assert.equal(await countOf(it, 'messages_sent'), 1);
  await tenant.message(sent.body.data.chat.id); // waits for the scheduled one
  clock.advance(61 * MINUTE_MS);
  await until(async () => (await it.get(`/v3/messages/${later.body.data.id}`)).body.data.status !== 'scheduled');
  assert.equal(await countOf(it, 'messages_sent'), 2);
  assert.equal(await countOf(it, 'first_reply_time'), 1);
});

test('POST /v3/reports/search 200: ratings with their average, by user and channel', async () => {
  const it = await given();
  const { tenant, post } = it;
  const { id: userId } = (await post('/v3/users', { name: 'Grace', email: `${tenant.id}@example.com` })).body.data;
  const [one, other] = [await tenant.chat(), await tenant.chat()];
  await post(`/v3/chats/${one.id}/assign`, { userId });
  await createRating(tenant.ctx, one.id, { rating: 5, comment: null });
  await createRating(tenant.ctx, one.id, { rating: 2, comment: null });
  await createRating(tenant.ctx, other.id, { rating: 1, comment: null });
  const [all] = await rowsOf(it, 'ratings');
  assert.deepEqual([all.count, Math.round(all.averageScore * 1000), all.averageSeconds], [3, 2667, null]);
  const [mine] = await rowsOf(it, 'ratings', { filters: { userIds: [userId] } });
  assert.deepEqual([mine.count, mine.averageScore], [2, 3.5]);
});

test('POST /v3/reports/search 200: promised times count once per conversation, and once when they are broken', async () => {
  const it = await given();
  const { tenant, post, clock } = it;
  await post('/v3/sla_policies', { name: 'Fast', firstReplyMinutes: 1, resolutionMinutes: 1 });
  const [slow, quick] = [await tenant.chat(), await tenant.chat()];
  for (const { id } of [slow, quick]) await tenant.message(id);
  await setStatus(it, quick.id, 'closed');
  clock.advance(5 * MINUTE_MS);
  await until(async () => (await countOf(it, 'sla_breached')) > 0);
  assert.deepEqual([await countOf(it, 'sla_started'), await countOf(it, 'sla_breached')], [2, 1]);
});

test('POST /v3/reports/search 400: times, ranges, time zones and metrics that cannot be', async () => {
  const it = await given();
  const now = it.clock.now();
  const refused = async (body: object, path: string) => {
    const reply = await ask(it, { metric: 'chats_opened', ...body });
    assert.equal(reply.status, 400, reply.text);
    assert.ok(reply.body.error.invalidParams[path], reply.text);
  };
  await refused({ metric: 'moods' }, 'metric');
  await refused({ from: now.toISOString(), to: now.toISOString() }, 'to');
  await refused({ bucket: 'hour', from: new Date(now.getTime() - 40 * DAY_MS).toISOString() }, 'to');
  await refused({ timeZone: 'Mars/Olympus' }, 'timeZone');
  await refused({ timeZone: '+02:00' }, 'timeZone');
  await refused({ groupBy: ['contactId'] }, 'groupBy.0');
  await refused({ filters: { userIds: [] } }, 'filters.userIds');
});

test('POST /v3/reports/search 403: without reports.read, and for a member', async () => {
  const { tenant, call, post, clock } = await given();
  const body = { metric: 'chats_opened', from: '2026-01-01T00:00:00Z', to: clock.now().toISOString() };
  const token = await tenant.tokenWith(['usage.read']);
  assert.equal((await call('POST', '/v3/reports/search', token, body)).status, 403);
  const roles = { member: 403, manager: 200, admin: 200 };
  for (const [role, status] of Object.entries(roles)) {
    const user = await post('/v3/users', { name: role, email: `${role}-${tenant.id}@example.com`, role });
    const made = await post('/v3/access_tokens', { name: role, scopes: ['reports.read'], userId: user.body.data.id });
    const reply = await call('POST', '/v3/reports/search', made.body.data?.accessToken ?? '', body);
    assert.ok(role === 'member' ? reply.status >= 400 : reply.status === status, `${role}: ${reply.status} ${reply.text}`);
  }
});
