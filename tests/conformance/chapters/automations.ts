import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Api, Json, Options } from '../api.ts';
import { type Chapter, check, checkOwn, shared } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChannel, newContact, unique, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';

const PATH = '/v3/automations';

export const automationFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  name: 'string',
  description: 'string | null',
  status: 'string',
  activeVersionId: 'id | null',
  activeVersionTriggerType: 'string | null',
  activeVersionTriggerParametersChannelId: 'id | null',
  latestVersionId: 'id',
  latestVersionTriggerType: 'string',
  latestVersionTriggerParametersChannelId: 'id | null',
  activeVersion: 'object | null',
  latestVersion: 'object',
  /** Ours: what is wrong with it, and whether the plan lacks automations. */
  problems: 'array',
  isSuspended: 'boolean',
};

/** What the specification lets one filter and sort by. */
const FILTERABLE = Object.keys(automationFields).filter(
  (name) => !['description', 'activeVersion', 'latestVersion', 'problems', 'isSuspended'].includes(name),
);

export const steps = [{ id: 'hello', type: 'send_message', text: 'Hello {{contact.firstName|there}}' }];

export const newAutomation = async (api: Api, fields: object = {}, options?: Options): Promise<Json> =>
  succeeded(await api.post(PATH, { name: unique('automation'), trigger: { type: 'api' }, steps, ...fields }, options), 201);

/** One that runs can be started of; its only step waits for longer than any check takes. */
export async function activeAutomation(api: Api, fields: object = {}): Promise<Json> {
  const { id } = await newAutomation(api, { steps: [{ id: 'rest', type: 'wait', seconds: 86_400 }], ...fields });
  return succeeded(await api.post(`${PATH}/${id}/publish`));
}

const find = (api: Api, body: object, options?: Options) => api.post(`${PATH}/search`, body, options);
const namesIn = (data: Json): string[] => data.map(({ name }: Json) => name);

const MANY = 12;
/** Twelve automations with a word of their own in their names, made once and only read. */
const many = shared(async (api) => {
  const word = unique('Bundle');
  for (let i = 0; i < MANY; i++) await newAutomation(api, { name: `${word} ${String(i).padStart(2, '0')}` });
  return word;
});

const searches = [
  check('POST /automations/search answers data, pagination and query, and nothing else', async (api) => {
    await newAutomation(api);
    const { body } = await find(api, {});
    assert.deepEqual(Object.keys(body).toSorted(), ['data', 'pagination', 'query', 'success']);
    for (const automation of body.data) hasOnly(automation, automationFields);
    for (const name of ['page', 'limit', 'total']) assert.ok(Number.isInteger(body.pagination[name]), name);
  }),
  check('Without a paging object page 0 and limit 10 apply', async (api) => {
    const { data, pagination } = (await find(api, { search: await many(api) })).body;
    assert.deepEqual([pagination.page, pagination.limit, pagination.total, data.length], [0, 10, MANY, 10]);
  }),
  check('Without a body everything is found, the newest first', async (api) => {
    const { id } = await newAutomation(api);
    const { data } = (await api.post(`${PATH}/search`)).body;
    assert.equal(data[0].id, id);
  }),
  check('Pages follow each other, and one beyond the end is empty', async (api) => {
    const word = await many(api);
    const page = async (page: number) =>
      (await find(api, { search: word, sortBy: 'asc(name)', pagination: { page, limit: 5 } })).body;
    const pages = [await page(0), await page(1), await page(2), await page(3)];
    const numbers = pages.map(({ data }) => namesIn(data).map((name) => Number(name.slice(-2))));
    assert.deepEqual(numbers, [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11], []]);
    for (const { pagination } of pages) assert.deepEqual([pagination.limit, pagination.total], [5, MANY]);
  }),
  check('limit is 1 to 100 and page not below 0', async (api) => {
    refused(await find(api, { pagination: { limit: 0 } }), 'pagination.limit', 'too_small');
    refused(await find(api, { pagination: { limit: 101 } }), 'pagination.limit', 'too_big');
    refused(await find(api, { pagination: { page: -1 } }), 'pagination.page', 'too_small');
  }),
  check('query, sortBy and search come back as they were asked; what was not asked is null', async (api) => {
    const asked = { query: 'eq( status , "draft" )', sortBy: 'desc(name), asc(id)', search: 'x' };
    assert.deepEqual((await find(api, asked)).body.query, asked);
    assert.deepEqual((await find(api, {})).body.query, { query: null, sortBy: null, search: null });
  }),
  check('Every one of the eleven fields filters and sorts', async (api) => {
    const channel = await newChannel(api, 'sms');
    const automation = await activeAutomation(api, { trigger: { type: 'chat_closed', parameters: { channelId: channel.id } } });
    assert.equal(FILTERABLE.length, 11);
    for (const field of FILTERABLE) {
      const query = `and(eq(id,"${automation.id}"),eq(${field},${JSON.stringify(automation[field])}))`;
      const { data, pagination } = (
        await find(api, { query, sortBy: `asc(${field}),desc(createdAt)`.replace(/^asc\(createdAt\),/, '') })
      ).body;
      assert.deepEqual([data, pagination.total], [[automation], 1], field);
    }
  }),
  check('A field that is not filterable is refused by its position', async (api) => {
    for (const field of ['description', 'activeVersion', 'tenantId']) {
      assert.match(refused(await find(api, { query: `eq(${field},"x")` }), 'query', 'custom'), /position 4/);
      assert.match(refused(await find(api, { sortBy: `asc(${field})` }), 'sortBy', 'custom'), /position 5/);
    }
  }),
  check('activeVersionId is null until an automation is published', async (api) => {
    const [draft, active] = [await newAutomation(api), await activeAutomation(api)];
    const query = `and(in(id,"${draft.id}","${active.id}"),isNull(activeVersionId))`;
    assert.deepEqual(succeeded(await find(api, { query })), [draft]);
  }),
  check('search finds a part of the name, whatever its case; % and _ mean themselves', async (api) => {
    const word = await many(api);
    assert.equal((await find(api, { search: word.toUpperCase().slice(2) })).body.pagination.total, MANY);
    for (const search of [`${word}%`, word.replace(' ', '_')]) assert.deepEqual(succeeded(await find(api, { search })), []);
  }),
  check('total counts what is there now: after one more, after a change, after a deletion', async (api) => {
    const word = unique('Count');
    const total = async (body: object) => (await find(api, { search: word, ...body })).body.pagination.total;
    const active = { query: 'eq(status,"active")' };
    const { id } = await newAutomation(api, { name: word });
    assert.deepEqual([await total({}), await total(active)], [1, 0]);
    succeeded(await api.post(`${PATH}/${id}/publish`));
    assert.deepEqual([await total({}), await total(active)], [1, 1]);
    succeeded(await api.put(`${PATH}/${id}`, { name: unique('Renamed') }));
    assert.deepEqual([await total({}), await total(active)], [0, 0]);
    succeeded(await api.put(`${PATH}/${id}`, { name: `again ${word}` }));
    assert.equal(await total({}), 1);
    succeeded(await api.del(`${PATH}/${id}`));
    assert.equal(await total({}), 0);
  }),
  check('A walk by nextCursor meets every automation once', async (api) => {
    const body = { search: await many(api), sortBy: 'asc(name)' };
    const seen: string[] = [];
    let reply = (await find(api, { ...body, pagination: { limit: 5 } })).body;
    for (let i = 0; i < MANY; i++) {
      seen.push(...namesIn(reply.data));
      const cursor = reply.pagination.nextCursor;
      if (cursor === null) break;
      reply = (await find(api, { ...body, pagination: { limit: 5, cursor } })).body;
    }
    assert.deepEqual([seen.length, new Set(seen).size], [MANY, MANY]);
  }),
  check('Another tenant’s automations are not found', async (api) => {
    const { id, name } = await newAutomation(api);
    for (const body of [{ query: `eq(id,"${id}")` }, { search: name }]) {
      const { data, pagination } = (await find(api, body, { token: api.otherToken })).body;
      assert.deepEqual([data, pagination.total], [[], 0]);
    }
  }),
];

const trigger = (api: Api, id: string, body?: unknown, options?: Options) => api.post(`${PATH}/${id}/trigger`, body, options);
const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } });

const triggers = [
  check('POST /automations/{automationId}/trigger answers exactly { success: true }', async (api) => {
    const [{ id }, contact] = [await activeAutomation(api), await newContact(api)];
    const reply = await trigger(api, id, { contactId: contact.id });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { success: true });
  }),
  check('variables are texts, numbers, booleans or null, and at most 64', async (api) => {
    const [{ id }, { id: contactId }] = [await activeAutomation(api), await newContact(api)];
    const filled = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`v${i}`, i]));
    for (const variables of [{}, { text: 'a', number: -1.5, yes: true, nothing: null }, filled(64)])
      succeeded(await trigger(api, id, { contactId, variables }));
    refused(await trigger(api, id, { contactId, variables: filled(65) }), 'variables', 'too_big');
    for (const value of [{}, [], ['a']])
      refused(await trigger(api, id, { contactId, variables: { a: value } }), 'variables.a', 'invalid_type');
    refused(await trigger(api, id, { contactId, variables: 'a' }), 'variables', 'invalid_type');
  }),
  check('scheduledAt is a time, to come or past; anything else is refused', async (api) => {
    const [{ id }, { id: contactId }] = [await activeAutomation(api), await newContact(api)];
    for (const scheduledAt of ['2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'])
      succeeded(await trigger(api, id, { contactId, scheduledAt }));
    refused(await trigger(api, id, { contactId, scheduledAt: 'tomorrow' }), 'scheduledAt', 'invalid_date');
  }),
  check('contactId is required and a UUID', async (api) => {
    const { id } = await activeAutomation(api);
    for (const body of [undefined, {}]) refused(await trigger(api, id, body), 'contactId', 'required');
    refused(await trigger(api, id, { contactId: 'ada' }), 'contactId', 'invalid_string');
    refused(await trigger(api, id, { contactId: unknownId(), contact: 'x' }), 'contact', 'unrecognized_keys');
  }),
  check('A contact that does not exist, or is another tenant’s, is 404 contact_not_found', async (api) => {
    const { id } = await activeAutomation(api);
    const theirs = await newContact(api, {}, { token: api.otherToken });
    const replies = [await trigger(api, id, { contactId: theirs.id }), await trigger(api, id, { contactId: unknownId() })];
    for (const reply of replies) failed(reply, 404, 'contact_not_found');
    alike(replies[0] as never, replies[1] as never);
  }),
  check('An automation that does not exist, or is another tenant’s, is 404 automation_not_found', async (api) => {
    const [{ id }, { id: contactId }] = [await activeAutomation(api), await newContact(api)];
    for (const unknown of [unknownId(), 'nonsense', '%00'])
      failed(await trigger(api, unknown, { contactId }), 404, 'automation_not_found');
    failed(await trigger(api, id, { contactId }, { token: api.otherToken }), 404, 'automation_not_found');
  }),
  check('An automation that is a draft, paused or archived is 409 conflict', async (api) => {
    const { id: contactId } = await newContact(api);
    const { id } = await newAutomation(api, { steps: [{ id: 'rest', type: 'wait', seconds: 86_400 }] });
    const refuses = async () => failed(await trigger(api, id, { contactId }), 409, 'conflict');
    await refuses();
    for (const move of ['publish', 'pause', 'archive']) {
      succeeded(await api.post(`${PATH}/${id}/${move}`));
      if (move === 'publish') succeeded(await trigger(api, id, { contactId }));
      else await refuses();
    }
  }),
  check('Under one Idempotency-Key a trigger is done once; with another body it is 422', async (api) => {
    const [{ id }, { id: contactId }, options] = [await activeAutomation(api), await newContact(api), withKey()];
    const [first, again] = [await trigger(api, id, { contactId }, options), await trigger(api, id, { contactId }, options)];
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    failed(await trigger(api, id, { contactId, variables: { a: 1 } }, options), 422, 'idempotency_key_reused');
  }),
];

const rights = [
  check('Searching needs automations.read and triggering automations.trigger; no other scope will do', async (api) => {
    const [{ id }, { id: contactId }] = [await activeAutomation(api), await newContact(api)];
    const reader = { token: await narrowToken(api, 'automations.read') };
    const starter = { token: await narrowToken(api, 'automations.trigger') };
    const writer = { token: await narrowToken(api, 'automations.write') };
    succeeded(await find(api, {}, reader));
    succeeded(await trigger(api, id, { contactId }, starter));
    for (const options of [starter, writer]) failed(await find(api, {}, options), 403, 'forbidden');
    for (const options of [reader, writer]) failed(await trigger(api, id, { contactId }, options), 403, 'forbidden');
    for (const reply of [await find(api, {}, { token: null }), await trigger(api, id, { contactId }, { token: null })])
      failed(reply, 401, 'unauthorized');
  }),
  ...(['free', 'hobby'] as const).map((plan) =>
    checkOwn(`The plan ${plan} has no automations: 402, before any other check`, async ({ current, tenantOn }) => {
      const { token } = await tenantOn(plan);
      const id = unknownId();
      for (const reply of [
        await trigger(current, id, {}, { token }),
        await current.post(PATH, {}, { token }),
        await current.put(`${PATH}/${id}`, {}, { token }),
      ])
        assert.match(failed(reply, 402, 'insufficient_billing_plan').message, /pro/);
    }),
  ),
  ...(['pro', 'ultra'] as const).map((plan) =>
    checkOwn(`The plan ${plan} has automations`, async ({ current, tenantOn }) => {
      const { token } = await tenantOn(plan);
      assert.deepEqual(succeeded(await find(current, {}, { token })), []);
      await newAutomation(current, {}, { token });
    }),
  ),
];

export const automations: Chapter = { title: 'Automations', checks: [...searches, ...triggers, ...rights] };
