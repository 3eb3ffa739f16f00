import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { newId } from '../platform/ids.ts';
import { inTransaction, row, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { createTestTenant, type TestTenant } from '../test-kit/tenant.ts';

const path = '/v3/automations';
const steps = [{ id: 'hello', type: 'send_message', text: 'Hello {{contact.firstName|there}}' }];
const welcome = { name: 'Welcome', trigger: { type: 'api' }, steps };
const unknown = '01890000-0000-7000-8000-000000000000';

test('POST /v3/automations 201: a draft with version 1, that reads back whole', async () => {
  const { tenant, get, post } = await given();
  const channel = await tenant.channel();
  const trigger = { type: 'message_received', parameters: { channelId: channel.id } };
  const made = await post(path, { ...welcome, trigger, description: 'Says hello' });
  assert.equal(made.status, 201);
  const { id, createdAt, updatedAt, latestVersionId, latestVersion, ...rest } = made.body.data;
  assert.deepEqual(rest, {
    name: 'Welcome',
    description: 'Says hello',
    status: 'draft',
    activeVersionId: null,
    activeVersionTriggerType: null,
    activeVersionTriggerParametersChannelId: null,
    latestVersionTriggerType: 'message_received',
    latestVersionTriggerParametersChannelId: channel.id,
    activeVersion: null,
    problems: [],
    isSuspended: false,
  });
  assert.deepEqual(latestVersion, { id: latestVersionId, number: 1, trigger, steps, isSingle: false, layout: {}, createdAt });
  assert.equal(createdAt, updatedAt);
  assert.deepEqual((await get(`${path}/${id}`)).body.data, made.body.data);
});

test('POST /v3/automations 400: errors of the graph and unknown ids are reported together', async () => {
  const { post } = await given();
  const wrong = [
    { id: 'a', type: 'add_label', labelId: unknown, next: 'nowhere' },
    { id: 'a', type: 'end' },
  ];
  const { status, body } = await post(path, { ...welcome, steps: wrong });
  assert.equal(status, 400);
  const keys = Object.keys(body.error.invalidParams);
  for (const param of ['steps.0.labelId', 'steps.0.next', 'steps.1.id']) assert.ok(keys.includes(param), `${param} in ${keys}`);
});

test('PUT /v3/automations/:id 200: another definition is a new version; the same one, or a name, is not', async () => {
  const { get, post, put } = await given();
  const { data } = (await post(path, welcome)).body;
  const renamed = (await put(`${path}/${data.id}`, { name: 'Hello', description: 'x', steps, isSingle: false })).body.data;
  assert.deepEqual([renamed.name, renamed.description, renamed.latestVersion], ['Hello', 'x', data.latestVersion]);
  const changed = (await put(`${path}/${data.id}`, { isSingle: true, description: null })).body.data;
  assert.deepEqual([changed.name, changed.description, changed.latestVersion.number], ['Hello', null, 2]);
  assert.deepEqual([changed.latestVersion.steps, changed.latestVersion.isSingle], [steps, true]);
  const first = await get(`${path}/${data.id}/versions/${data.latestVersionId}`);
  assert.deepEqual(first.body.data, data.latestVersion);
});

const triggersOf = ({ ctx }: TestTenant, automationId: string) =>
  row(
    ctx,
    sql`select version_id as version, trigger_type as type, channel_id as channel from automation_triggers
        where tenant_id = ${ctx.tenantId} and automation_id = ${automationId}`,
  );

test('publish, pause, archive: events find only what is active, by the version that is', async () => {
  const { tenant, post, put } = await given();
  const { id, latestVersionId: first } = (await post(path, welcome)).body.data;
  assert.equal(await triggersOf(tenant, id), undefined);
  const active = (await post(`${path}/${id}/publish`)).body.data;
  assert.deepEqual([active.status, active.activeVersionId, active.activeVersionTriggerType], ['active', first, 'api']);
  assert.deepEqual(active.activeVersion, active.latestVersion);
  const trigger = { type: 'chat_closed', parameters: { channelId: (await tenant.channel()).id } };
  const second = (await put(`${path}/${id}`, { trigger })).body.data;
  assert.deepEqual([second.activeVersionId, second.activeVersionTriggerType], [first, 'api']);
  assert.deepEqual(await triggersOf(tenant, id), { version: first, type: 'api', channel: null });
  await post(`${path}/${id}/publish`, {});
  const found = { version: second.latestVersionId, type: 'chat_closed', channel: trigger.parameters.channelId };
  assert.deepEqual(await triggersOf(tenant, id), found);
  const back = (await post(`${path}/${id}/publish`, { versionId: first })).body.data;
  assert.deepEqual([back.activeVersionId, back.latestVersionId], [first, second.latestVersionId]);
  const paused = (await post(`${path}/${id}/pause`)).body.data;
  assert.deepEqual([paused.status, paused.activeVersionId], ['paused', first]);
  assert.deepEqual((await post(`${path}/${id}/pause`)).body.data, paused);
  assert.equal(await triggersOf(tenant, id), undefined);
  assert.equal((await post(`${path}/${id}/archive`)).body.data.status, 'archived');
  for (const [method, rest] of [['publish'], ['pause'], ['change', { name: 'other' }]] as [string, object?][]) {
    const reply = method === 'change' ? await put(`${path}/${id}`, rest) : await post(`${path}/${id}/${method}`);
    assert.deepEqual([reply.status, reply.body.error.messageKey], [409, 'conflict'], method);
  }
});

test('publish 400: what a version names may have gone since it was written; another automation’s version is none', async () => {
  const { tenant, del, post } = await given();
  const label = await tenant.label();
  const labelled = [{ id: 'mark', type: 'add_label', labelId: label.id }];
  const { id } = (await post(path, { ...welcome, steps: labelled })).body.data;
  await del(`/v3/labels/${label.id}`);
  const gone = await post(`${path}/${id}/publish`);
  assert.deepEqual([gone.status, gone.body.error.invalidParams['steps.0.labelId'].key], [400, 'not_found']);
  const other = (await post(path, welcome)).body.data;
  for (const versionId of [other.latestVersionId, unknown, 'nonsense']) {
    const reply = await post(`${path}/${id}/publish`, { versionId });
    assert.equal(reply.body.error.invalidParams.versionId.key, 'not_found');
  }
});

test('DELETE /v3/automations/:id 200: gone with its versions, and nothing finds it', async () => {
  const { tenant, get, post, del } = await given();
  const { id, latestVersionId } = (await post(path, welcome)).body.data;
  await post(`${path}/${id}/publish`);
  assert.deepEqual((await del(`${path}/${id}`)).body.data, { deletedIds: [id], notFoundIds: [] });
  assert.deepEqual((await del(`${path}/${id}`)).body.data, { deletedIds: [], notFoundIds: [id] });
  assert.equal((await get(`${path}/${id}`)).body.error.messageKey, 'automation_not_found');
  assert.equal((await get(`${path}/${id}/versions/${latestVersionId}`)).body.error.messageKey, 'automation_not_found');
  assert.equal(await triggersOf(tenant, id), undefined);
});

test('two who change an automation at once make two versions, one after the other', async () => {
  const { post, put } = await given();
  const { id } = (await post(path, welcome)).body.data;
  const texts = ['a', 'b', 'c', 'd'].map((text) => [{ id: 'hello', type: 'send_message', text }]);
  const replies = await Promise.all(texts.map((steps) => put(`${path}/${id}`, { steps })));
  const numbers = replies.map(({ body }) => body.data.latestVersion.number);
  assert.deepEqual(numbers.toSorted(), [2, 3, 4, 5]);
  const versions = (await post(`${path}/${id}/versions/search`, {})).body;
  assert.deepEqual(
    versions.data.map(({ number }: { number: number }) => number),
    [5, 4, 3, 2, 1],
  );
});

/** Straight into the table, as many as a test needs. */
const seed = ({ ctx }: TestTenant, names: string[]) =>
  inTransaction(ctx, async (ctx) => {
    const made = names.map((name) => ({ id: newId(ctx.clock), version: newId(ctx.clock), name }));
    await rows(
      ctx,
      sql`insert into automations (tenant_id, id, name, status, latest_version_id, latest_trigger_type, created_at, updated_at)
          select ${ctx.tenantId}, (a->>'id')::uuid, a->>'name', 'draft', (a->>'version')::uuid, 'api', now(), now()
          from jsonb_array_elements(${JSON.stringify(made)}::jsonb) a`,
    );
    await rows(
      ctx,
      sql`insert into automation_versions (tenant_id, id, automation_id, number, definition, created_at)
          select ${ctx.tenantId}, (a->>'version')::uuid, (a->>'id')::uuid, 1, ${JSON.stringify({ trigger: { type: 'api', parameters: {} }, steps, isSingle: false })}::jsonb, now()
          from jsonb_array_elements(${JSON.stringify(made)}::jsonb) a`,
    );
  });

test('POST /v3/automations/search: the total is exact, filtered or not, after every change', async () => {
  const { tenant, otherTenant, post, put, del } = await given();
  const total = async (body: object = {}): Promise<number> => (await post(`${path}/search`, body)).body.pagination.total;
  assert.equal(await total(), 0);
  await seed(otherTenant, ['Welcome elsewhere']);
  const ids: string[] = [];
  for (const name of ['Welcome', 'welcome back', 'Goodbye']) ids.push((await post(path, { ...welcome, name })).body.data.id);
  const totals = async () => [
    await total(),
    await total({ search: 'WELCOME' }),
    await total({ query: 'eq(status,"active")' }),
    await total({ query: 'contains(name,"bye")' }),
  ];
  assert.deepEqual(await totals(), [3, 2, 0, 1]);
  assert.deepEqual(await totals(), [3, 2, 0, 1]);
  await post(`${path}/${ids[2]}/publish`);
  assert.deepEqual(await totals(), [3, 2, 1, 1]);
  await put(`${path}/${ids[0]}`, { name: 'Bye' });
  assert.deepEqual(await totals(), [3, 1, 1, 2]);
  await del(`${path}/${ids[2]}`);
  assert.deepEqual(await totals(), [2, 1, 0, 1]);
  await del(`${path}/${ids[0]}`);
  await del(`${path}/${ids[1]}`);
  assert.deepEqual(await totals(), [0, 0, 0, 0]);
  const left = await row<{ parts: number }>(
    tenant.ctx,
    sql`select count(*)::int as parts from automation_name_parts where tenant_id = ${tenant.id}`,
  );
  assert.equal(left?.parts, 0);
});

test('POST /v3/automations/search: a part of a name is found at any position, among few and among many', async () => {
  const { tenant, post } = await given();
  const odd = ['100% sure', '100_sure', 'ÄRGER im Büro', 'a\\b "quoted"', 'İstanbul', '日本語の名前', 'x'.repeat(60), 'aaaa'];
  const many = Array.from({ length: 1_200 }, (_, i) => `Reminder number ${i} of the week`);
  await seed(tenant, [...odd, ...many]);
  const names = async (body: object): Promise<string[]> =>
    (await post(`${path}/search`, { ...body, pagination: { limit: 100 } })).body.data.map(({ name }: { name: string }) => name);
  for (const [part, wanted] of [
    ['0%', ['100% sure']],
    ['0_S', ['100_sure']],
    ['ärger', ['ÄRGER im Büro']],
    ['BÜRO', ['ÄRGER im Büro']],
    ['\\B', ['a\\b "quoted"']],
    ['"q', ['a\\b "quoted"']],
    ['stanbul', ['İstanbul']],
    ['語の', ['日本語の名前']],
    ['X'.repeat(60), ['x'.repeat(60)]],
    [`${'x'.repeat(30)}y`, []],
    ['AA', ['aaaa']],
    ['NUMBER 1199', ['Reminder number 1199 of the week']],
  ] as [string, string[]][]) {
    assert.deepEqual(await names({ search: part }), wanted, `search ${part}`);
    assert.deepEqual(await names({ query: `contains(name,${JSON.stringify(part)})` }), wanted, `contains ${part}`);
  }
  assert.deepEqual(await names({ query: 'startsWith(name,"100")', sortBy: 'asc(name)' }), ['100% sure', '100_sure']);
  assert.deepEqual(await names({ query: 'startsWith(name,"sure")' }), []);
  const common = (await post(`${path}/search`, { search: 'reminder NUMBER' })).body;
  assert.deepEqual([common.data.length, common.pagination.total], [10, 1_200]);
  const rest = (await post(`${path}/search`, { query: 'not(contains(name,"reminder"))' })).body.pagination.total;
  assert.equal(rest, odd.length);
  const both = { query: 'and(contains(name,"week"),contains(name,"119"))', search: 'number' };
  assert.equal((await post(`${path}/search`, both)).body.pagination.total, 12);
});

test('POST /v3/automations/search: a walk by cursor meets everything once, whatever it is sorted by', async () => {
  const { tenant, post } = await given();
  await seed(
    tenant,
    Array.from({ length: 25 }, (_, i) => `Same ${i % 3}`),
  );
  for (const sortBy of ['asc(name)', 'desc(createdAt)', 'desc(name),asc(createdAt)', 'asc(activeVersionId)', 'desc(id)']) {
    const seen = new Set<string>();
    let cursor: string | null | undefined;
    for (let page = 0; page < 10 && cursor !== null; page++) {
      const { body } = await post(`${path}/search`, { sortBy, pagination: { limit: 7, ...(cursor && { cursor }) } });
      for (const { id } of body.data) seen.add(id);
      cursor = body.pagination.nextCursor;
    }
    assert.equal(seen.size, 25, sortBy);
  }
});

test('POST /v3/automations/:id/trigger 200: success and nothing else, for an active automation', async () => {
  const { tenant, otherTenant, post } = await given();
  const [contact, stranger] = [await tenant.contact(), await otherTenant.contact()];
  const { id } = (await post(path, welcome)).body.data;
  const trigger = (body: object) => post(`${path}/${id}/trigger`, body);
  const early = await trigger({ contactId: contact.id });
  assert.deepEqual([early.status, early.body.error.messageKey], [409, 'conflict']);
  await post(`${path}/${id}/publish`);
  const variables = { text: 'a', number: 1.5, yes: true, nothing: null };
  for (const body of [{}, { variables }, { scheduledAt: '2020-01-01T00:00:00Z' }, { scheduledAt: '2100-01-01T00:00:00Z' }]) {
    const reply = await trigger({ contactId: contact.id, ...body });
    assert.deepEqual([reply.status, reply.text], [200, '{"success":true}']);
  }
  assert.equal((await trigger({ contactId: stranger.id })).body.error.messageKey, 'contact_not_found');
  for (const [body, param, key] of [
    [{}, 'contactId', 'required'],
    [{ contactId: 'nonsense' }, 'contactId', 'invalid_string'],
    [{ contactId: contact.id, variables: { a: {} } }, 'variables.a', 'invalid_type'],
    [{ contactId: contact.id, variables: [] }, 'variables', 'invalid_type'],
    [
      { contactId: contact.id, variables: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`v${i}`, i])) },
      'variables',
      'too_big',
    ],
    [{ contactId: contact.id, scheduledAt: 'soon' }, 'scheduledAt', 'invalid_date'],
  ] as [object, string, string][]) {
    const { invalidParams } = (await trigger(body)).body.error;
    assert.equal(invalidParams[param]?.key, key, JSON.stringify(invalidParams));
  }
});

test('automations 402, 403: a plan without them, a token without the scope', async () => {
  const { app, tenant, call, post } = await given();
  const hobby = await createTestTenant(app, { plan: 'hobby' });
  assert.equal((await call('POST', path, hobby.token, welcome)).body.error.messageKey, 'insufficient_billing_plan');
  const pro = await createTestTenant(app, { plan: 'pro' });
  assert.equal((await call('POST', `${path}/search`, pro.token, {})).status, 200);
  const { id } = (await post(path, welcome)).body.data;
  const [reader, trigger] = [await tenant.tokenWith(['automations.read']), await tenant.tokenWith(['automations.trigger'])];
  assert.equal((await call('GET', `${path}/${id}`, reader)).status, 200);
  assert.equal((await call('PUT', `${path}/${id}`, reader, {})).status, 403);
  assert.equal((await call('POST', `${path}/${id}/trigger`, reader, {})).status, 403);
  assert.equal((await call('GET', `${path}/${id}`, trigger)).status, 403);
  assert.equal((await call('POST', `${path}/${id}/trigger`, trigger, {})).status, 400);
});

test('PUT /v3/automations/:id 409: ifRevision is not the number of the latest version; the same change with the right one is made', async () => {
  const { post, put } = await given();
  const { id } = (await post(path, welcome)).body.data;
  const change = (ifRevision: number, isSingle: boolean) => put(`${path}/${id}`, { isSingle, ifRevision });
  assert.equal((await change(1, true)).body.data.latestVersion.number, 2);
  const late = await change(1, false);
  assert.deepEqual([late.status, late.body.error.messageKey], [409, 'conflict']);
  assert.match(late.body.error.message, /number 2, not 1/);
  assert.equal((await change(2, false)).body.data.latestVersion.number, 3);
});

test('PUT /v3/automations/:id 200: the layout is kept, positions of missing steps are dropped, and steps keep theirs', async () => {
  const { post, put } = await given();
  const layout = { hello: { x: 10, y: -20.5 }, gone: { x: 0, y: 0 } };
  const made = (await post(path, { ...welcome, layout })).body.data;
  assert.deepEqual(made.latestVersion.layout, { hello: { x: 10, y: -20.5 } });
  const other = [{ id: 'hello', type: 'send_message', text: 'Hi' }];
  const changed = (await put(`${path}/${made.id}`, { steps: other })).body.data;
  assert.deepEqual([changed.latestVersion.number, changed.latestVersion.layout], [2, { hello: { x: 10, y: -20.5 } }]);
  const moved = (await put(`${path}/${made.id}`, { layout: { hello: { x: 1, y: 1 } } })).body.data;
  assert.deepEqual([moved.latestVersion.number, moved.latestVersion.layout], [3, { hello: { x: 1, y: 1 } }]);
  assert.equal((await put(`${path}/${made.id}`, { layout: { hello: { x: 'left', y: 1 } } })).status, 400);
});

test('POST /v3/automations/:id/simulate 200: the path through questions, requests and branches, without any effect', async () => {
  const { post, put } = await given();
  const asking = [
    {
      id: 'ask',
      type: 'ask',
      text: 'Hello {{contact.firstName}}?',
      saveAs: 'mood',
      timeoutSeconds: 60,
      onReply: 'call',
      onTimeout: 'bye',
    },
    { id: 'call', type: 'http_request', url: 'https://example.com/', saveAs: 'found', next: 'rest', onError: 'bye' },
    { id: 'rest', type: 'wait', seconds: 3_600, next: 'bye' },
    { id: 'bye', type: 'send_message', text: 'Bye {{variables.mood}}' },
  ];
  const { id, latestVersionId } = (await post(path, { ...welcome, steps: asking })).body.data;
  const simulate = async (body: object) => {
    const reply = await post(`${path}/${id}/simulate`, { contact: { firstName: 'Ada' }, now: '2026-11-16T12:00:00Z', ...body });
    assert.equal(reply.status, 200, reply.text);
    return reply.body.data;
  };
  const whole = await simulate({ replies: [{ text: 'fine' }], answers: [{ status: 200, body: { a: 1 } }] });
  assert.deepEqual([whole.versionId, whole.status, whole.error], [latestVersionId, 'completed', null]);
  assert.deepEqual(
    whole.path.map(({ stepId, outcome }: Record<string, string>) => `${stepId} ${outcome}`),
    ['ask asked', 'ask replied', 'call requested', 'call answered', 'rest waiting', 'rest woke', 'bye sent'],
  );
  assert.deepEqual(whole.path[0].effect, { do: 'send', content: { type: 'text', text: 'Hello Ada?' } });
  assert.deepEqual(whole.path.at(-1).effect, { do: 'send', content: { type: 'text', text: 'Bye fine' } });
  assert.equal(whole.path.at(-1).at, '2026-11-16T13:00:00.000Z');
  assert.deepEqual(whole.variables, { mood: 'fine', found: { status: 200, body: { a: 1 } } });
  const waiting = await simulate({});
  assert.deepEqual([waiting.status, waiting.waitingFor, waiting.path.length], ['waiting', 'reply', 1]);
  assert.equal((await simulate({ replies: ['timeout'] })).path[1].outcome, 'timed_out');
  const refused = await simulate({ undeliverable: ['ask'] });
  assert.deepEqual([refused.status, refused.error], ['failed', 'ask: Refused in this simulation']);
  assert.equal((await post('/v3/events/search', { query: 'eq(event,"automation.run_started")' })).body.pagination.total, 0);
  await put(`${path}/${id}`, { steps });
  assert.equal((await simulate({})).path.length, 1);
  assert.equal((await simulate({ versionId: latestVersionId })).status, 'waiting');
  assert.equal((await post(`${path}/${id}/simulate`, { versionId: unknown })).status, 400);
  assert.equal((await post(`${path}/${unknown}/simulate`, {})).status, 404);
});
