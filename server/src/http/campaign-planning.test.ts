import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const unknown = '01890000-0000-7000-8000-000000000000';

test('POST /v3/campaigns/audience_count 200: contacts, those without an address, those who do not want it, and those who are reached', async () => {
  const { tenant, post, put } = await given();
  const { id: channelId } = await tenant.channel('sms');
  const label = await tenant.label();
  const people = await Promise.all([tenant.contact(), tenant.contact(), tenant.contact()]);
  const mailOnly = (await post('/v3/contacts', { firstName: 'Grace', email: `${tenant.id}@example.com` })).body.data;
  await put(`/v3/contacts/${people[0]?.id}`, { isSubscribed: false });
  for (const { id } of [...people.slice(0, 2), mailOnly]) await post(`/v3/contacts/${id}/labels`, { labels: [{ id: label.id }] });
  const count = async (audience: object, more: object = {}) =>
    (await post('/v3/campaigns/audience_count', { channelId, audience, ...more })).body.data;
  assert.deepEqual(await count({ all: true }), {
    contacts: 4,
    reachable: 2,
    withoutAddress: 1,
    unsubscribed: 1,
    isExact: true,
  });
  assert.deepEqual(await count({ labelIds: [label.id] }), {
    contacts: 3,
    reachable: 1,
    withoutAddress: 1,
    unsubscribed: 1,
    isExact: true,
  });
  assert.equal((await count({ query: 'eq(firstName,"Grace")' })).contacts, 1);
  const named = await count({ contactIds: [people[1]?.id, people[1]?.id, people[2]?.id, unknown, 'nobody'] });
  assert.deepEqual([named.contacts, named.reachable], [2, 2]);
  assert.equal((await count({ contactIds: [] })).contacts, 0);
});

test('POST /v3/campaigns/audience_count 400: an unknown channel, label or field, and a file', async () => {
  const { tenant, post } = await given();
  const { id: channelId } = await tenant.channel('sms');
  const refused = async (body: object, path: string) => {
    const reply = await post('/v3/campaigns/audience_count', { channelId, ...body });
    assert.equal(reply.status, 400, reply.text);
    assert.ok(
      Object.keys(reply.body.error.invalidParams).some((key) => key.startsWith(path)),
      reply.text,
    );
  };
  await refused({ channelId: unknown, audience: { all: true } }, 'channelId');
  await refused({ audience: { labelIds: [unknown] } }, 'audience.labelIds.0');
  await refused({ audience: { query: 'eq(mood,"x")' } }, 'audience');
  await refused({ audience: { upload: { fileId: unknown, mapping: {} } } }, 'audience');
});

test('POST /v3/campaigns/schedule_preview 200: the next times, in the time zone of the schedule; at most as many as asked', async () => {
  const { post, clock } = await given();
  const body = { recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0'], timeZone: 'Europe/Berlin' };
  const { status, body: reply, text } = await post('/v3/campaigns/schedule_preview', { ...body, count: 3 });
  assert.equal(status, 200, text);
  const { instants } = reply.data;
  assert.equal(instants.length, 3);
  for (const [i, instant] of instants.entries()) {
    const local = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
    });
    assert.equal(local.format(new Date(instant)), 'Mon, 09');
    if (i > 0) assert.ok(instant > instants[i - 1]);
  }
  assert.ok(new Date(instants[0]) > clock.now());
  const once = new Date(clock.now().getTime() + 86_400_000).toISOString();
  assert.deepEqual((await post('/v3/campaigns/schedule_preview', { scheduledAt: once })).body.data.instants, [once]);
  assert.deepEqual((await post('/v3/campaigns/schedule_preview', {})).body.data.instants, []);
});

test('POST /v3/campaigns/schedule_preview 400: a rule that never fires, an unknown time zone, and too many times', async () => {
  const { post } = await given();
  const refused = async (body: object, path: string) => {
    const reply = await post('/v3/campaigns/schedule_preview', body);
    assert.equal(reply.status, 400, reply.text);
    assert.ok(reply.body.error.invalidParams[path], reply.text);
  };
  await refused({ recurrenceRules: ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'] }, 'recurrenceRules.0');
  await refused({ recurrenceRules: ['FREQ=DAILY'], timeZone: 'Mars/Olympus' }, 'timeZone');
  await refused({ count: 21 }, 'count');
});

test('GET statistics and POST timeline 200: outcomes of recipients by error and by hour', async () => {
  const sandbox = await startSandbox();
  after(() => sandbox.stop());
  const { baseUrl, tenant, post, get, put, clock } = await given();
  const { channelId } = await connect('sms', { apiUrl: baseUrl, token: tenant.token, sandbox });
  const people = await Promise.all([tenant.contact(), tenant.contact(), tenant.contact()]);
  await put(`/v3/contacts/${people[0]?.id}`, { isSubscribed: false });
  const made = await post('/v3/campaigns', {
    channelId,
    name: 'Sale',
    content: { text: 'Hello' },
    audience: { contactIds: people.map(({ id }) => id) },
  });
  const path = `/v3/campaigns/${made.body.data.id}`;
  assert.equal((await post(`${path}/start`)).status, 200);
  await until(async () => (await get(path)).body.data.status === 'completed');
  const { counts, errors } = (await get(`${path}/statistics`)).body.data;
  assert.deepEqual([counts.sent, counts.skipped], [2, 1]);
  assert.deepEqual(
    errors.map(({ key, count }: { key: string; count: number }) => [key, count]),
    [['contact_unsubscribed', 1]],
  );
  const [from, to] = [-1, 1].map((hours) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString());
  const periods = await until(async () => {
    const reply = await post(`${path}/timeline`, { from, to, bucket: 'day' });
    assert.equal(reply.status, 200, reply.text);
    const sum = (field: string) =>
      reply.body.data.periods.reduce((all: number, one: Record<string, number>) => all + (one[field] ?? 0), 0);
    return sum('sent') === 2 && sum('delivered') === 2 && reply.body.data.periods;
  });
  assert.ok(periods.length >= 1);
  const { counts: current } = (await get(path)).body.data;
  assert.deepEqual([current.recipients, current.sent, current.skipped], [3, 2, 1]);

  const reached = (await post(`${path}/recipients/search`, { query: 'eq(state,"sent")' })).body.data;
  const [chat] = (await post('/v3/chats/search', { query: `eq(contactId,"${reached[0].contactId}")` })).body.data;
  for (const chatId of [chat.id, chat.id]) await tenant.message(chatId); // the second one is no reply to the campaign
  const { periods: answered } = (await post(`${path}/timeline`, { from, to, bucket: 'quarter_hour' })).body.data;
  assert.equal(
    answered.reduce((all: number, one: { replied: number }) => all + one.replied, 0),
    1,
  );
  const other = await post('/v3/campaigns', { channelId, name: 'Other' });
  assert.deepEqual((await post(`/v3/campaigns/${other.body.data.id}/timeline`, { from, to })).body.data.periods, []);
  assert.equal((await post(`/v3/campaigns/${unknown}/timeline`, { from, to })).status, 404);
});
