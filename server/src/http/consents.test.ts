import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { statementsOf } from '../domain/consents/index.ts';
import { createContact, recordStatements } from '../domain/contacts/index.ts';
import { rows } from '../storage/context.ts';
import { given, type Reply } from '../test-kit/given.ts';
import { nextPhoneNumber } from '../test-kit/tenant.ts';

type Json = Reply['body'];

async function givenPerson() {
  const here = await given();
  const contact = await createContact(here.tenant.ctx, { firstName: 'Ada', phoneNumber: nextPhoneNumber() });
  const channel = await here.tenant.channel();
  const handleId = contact.handles[0]?.id ?? '';
  const record = (body: object) => here.post('/v3/consents', { handleId, purpose: 'marketing', state: 'withdrawn', ...body });
  const states = async (body: object = {}): Promise<Json[]> =>
    (await here.post(`/v3/contacts/${contact.id}/consent_states`, body)).body.data.states;
  const stateOf = async (purpose: string, body: object = {}) =>
    (await states({ channelId: channel.id, ...body })).find((one) => one.purpose === purpose).state;
  const isSubscribed = async () => (await here.get(`/v3/contacts/${contact.id}`)).body.data.isSubscribed;
  return { ...here, contact, channel, handleId, record, states, stateOf, isSubscribed };
}

test('POST /v3/consents 201: a statement is kept with its source, time and evidence, and can be read again', async () => {
  const { record, get, channel, contact, handleId } = await givenPerson();
  const at = '2026-01-02T03:04:05.000Z';
  const made = await record({ channelId: channel.id, source: 'web_form', at, evidence: { page: '/news' } });
  assert.equal(made.status, 201, made.text);
  const { id, recordedAt, handle, ...rest } = made.body.data;
  assert.deepEqual(rest, {
    contactId: contact.id,
    channelId: channel.id,
    channelType: channel.type,
    purpose: 'marketing',
    state: 'withdrawn',
    source: 'web_form',
    evidence: { page: '/news' },
    at,
  });
  assert.equal(handle.id, handleId);
  assert.deepEqual((await get(`/v3/consents/${id}`)).body.data, made.body.data);
  assert.ok(Date.parse(recordedAt) > Date.parse(at));
});

test('POST /v3/consents 400: unknown handles and channels, times to come and a kind that does not fit are refused by name', async () => {
  const { record, channel } = await givenPerson();
  const unknown = '01a1dcc9-8af2-701f-acba-cddf44022546';
  const wrong = async (body: object) => Object.keys((await record(body)).body.error.invalidParams);
  assert.deepEqual(await wrong({ handleId: unknown }), ['handleId']);
  assert.deepEqual(await wrong({ handleId: 'x' }), ['handleId']);
  assert.deepEqual(await wrong({ channelId: unknown }), ['channelId']);
  assert.deepEqual(await wrong({ at: new Date(Date.now() + 3_600_000).toISOString() }), ['at']);
  assert.deepEqual(await wrong({ channelId: channel.id, channelType: 'email' }), ['channelType']);
  assert.deepEqual(await wrong({ purpose: 'fun' }), ['purpose']);
  assert.deepEqual(await wrong({ source: 'one_click' }), ['source']);
});

test('consent_states 200: the latest statement that covers a channel counts, now and as of a time', async () => {
  const { record, stateOf, channel } = await givenPerson();
  const other = channel.type === 'email' ? 'sms' : 'email';
  assert.equal(await stateOf('marketing'), 'none');
  await record({ at: '2026-01-01T00:00:00.000Z' });
  await record({ at: '2026-02-01T00:00:00.000Z', state: 'granted', channelType: channel.type });
  await record({ at: '2026-03-01T00:00:00.000Z', channelType: other });
  assert.equal(await stateOf('marketing'), 'granted');
  assert.equal(await stateOf('utility'), 'none');
  await record({ at: '2026-04-01T00:00:00.000Z', channelId: channel.id });
  assert.equal(await stateOf('marketing'), 'withdrawn');
  const asOf = (day: string) => stateOf('marketing', { asOf: `${day}T00:00:00.000Z` });
  assert.deepEqual(await Promise.all(['2025-12-31', '2026-01-15', '2026-02-15', '2026-03-15', '2026-04-15'].map(asOf)), [
    'none',
    'withdrawn',
    'granted',
    'granted',
    'withdrawn',
  ]);
  await record({ at: '2026-03-15T00:00:00.000Z', state: 'granted' });
  assert.equal(await stateOf('marketing'), 'withdrawn', 'a statement that arrives late does not override a later one');
});

test('isSubscribed is derived: false when the last word on marketing at every address is a withdrawal', async () => {
  const { record, isSubscribed, put, contact, post } = await givenPerson();
  await record({ purpose: 'utility' });
  assert.equal(await isSubscribed(), true);
  await record({});
  assert.equal(await isSubscribed(), false);
  const search = { query: `and(eq(id,"${contact.id}"),eq(isSubscribed,false))` };
  assert.equal((await post('/v3/contacts/search', search)).body.data.length, 1);
  const withMail = await put(`/v3/contacts/${contact.id}`, { email: 'ada.consents@example.com' });
  assert.equal(withMail.body.data.isSubscribed, false, 'a new address of a contact who opted out everywhere is opted out');
  await record({ state: 'granted' });
  assert.equal(await isSubscribed(), true);
});

test('PUT isSubscribed makes statements on marketing; the value it has already makes none', async () => {
  const { put, contact, post, isSubscribed } = await givenPerson();
  const history = async () => {
    const found = await post('/v3/consents/search', {
      query: `eq(contactId,"${contact.id}")`,
      sortBy: 'asc(recordedAt),asc(id)',
    });
    return found.body.data.map((one: Json) => `${one.state} ${one.purpose} ${one.source}`);
  };
  await put(`/v3/contacts/${contact.id}`, { isSubscribed: true });
  assert.deepEqual(await history(), []);
  await put(`/v3/contacts/${contact.id}`, { isSubscribed: false });
  await put(`/v3/contacts/${contact.id}`, { isSubscribed: false, firstName: 'Ada' });
  assert.equal(await isSubscribed(), false);
  await put(`/v3/contacts/${contact.id}`, { isSubscribed: true });
  assert.deepEqual(await history(), ['withdrawn marketing api', 'granted marketing api']);
});

test('statements cannot be changed or deleted by the application, and an erasure empties their evidence', async () => {
  const { record, tenant, handleId, contact, post } = await givenPerson();
  await record({ evidence: { name: 'Ada' } });
  const change = (statement: ReturnType<typeof sql>) => assert.rejects(rows(tenant.ctx, statement), /permission denied/);
  await change(sql`update consents set state = 'granted' where tenant_id = ${tenant.ctx.tenantId}`);
  await change(sql`delete from consents where tenant_id = ${tenant.ctx.tenantId}`);
  assert.equal((await post(`/v3/contacts/${contact.id}/erase`)).status, 201);
  const kept = await rows<{ evidence: object }>(
    tenant.ctx,
    sql`select evidence from consents where tenant_id = ${tenant.ctx.tenantId} and handle_id = ${handleId}`,
  );
  assert.deepEqual(kept, Array(4).fill({ evidence: {} }), 'and every purpose is withdrawn');
});

test('consents.read and consents.write are scopes of their own', async () => {
  const { call, tenant, handleId, contact } = await givenPerson();
  const statement = { handleId, purpose: 'marketing', state: 'granted' };
  const [reader, writer] = [await tenant.tokenWith(['consents.read']), await tenant.tokenWith(['consents.write'])];
  assert.equal((await call('POST', '/v3/consents', reader, statement)).status, 403);
  assert.equal((await call('POST', '/v3/consents', writer, statement)).status, 201);
  assert.equal((await call('POST', '/v3/consents/search', writer, {})).status, 403);
  assert.equal((await call('POST', `/v3/contacts/${contact.id}/consent_states`, reader, {})).status, 200);
});

test('unsubscribing with one click withdraws marketing on all mail channels, and nothing else', async () => {
  const { tenant, post } = await given();
  const { ctx } = tenant;
  const contact = await createContact(ctx, {
    firstName: 'Ada',
    email: 'ada.one.click@example.com',
    phoneNumber: nextPhoneNumber(),
  });
  const channels = await Promise.all(
    (['email', 'email', 'sms'] as const).map(async (type) => (await post('/v3/channels', { type, name: type })).body.data),
  );
  const mail = contact.handles.find(({ type }) => type === 'email');
  const said = {
    handleId: mail?.id ?? '',
    isStop: true,
    source: 'one_click',
    at: ctx.clock.now(),
    evidence: { messageId: 'm' },
  } as const;
  const record = () => recordStatements(ctx, statementsOf({ id: channels[0].id, type: 'email' }, said));
  assert.equal((await record()).length, 1);
  assert.equal((await record()).length, 0, 'a second click says nothing new');
  const { states } = (await post(`/v3/contacts/${contact.id}/consent_states`, {})).body.data;
  const withdrawn = states.filter((one: Json) => one.state === 'withdrawn');
  assert.deepEqual(
    withdrawn.map((one: Json) => `${one.channel.id} ${one.purpose} ${one.source}`).sort(),
    channels
      .slice(0, 2)
      .map(({ id }) => `${id} marketing one_click`)
      .sort(),
  );
});

test('statements that come at once leave isSubscribed as the history says', async () => {
  const { record, isSubscribed, post, contact } = await givenPerson();
  await Promise.all(Array.from({ length: 12 }, (_, i) => record({ state: i % 2 === 0 ? 'withdrawn' : 'granted' })));
  const [latest] = (await post('/v3/consents/search', { query: `eq(contactId,"${contact.id}")`, sortBy: 'desc(at),desc(id)' }))
    .body.data;
  assert.equal(await isSubscribed(), latest.state === 'granted');
});
