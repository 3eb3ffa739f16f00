import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newLabel, newWebhook, unique, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';
import { until } from '../until.ts';

const entryFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  operationId: 'string',
  resourceType: 'string',
  resourceId: 'id | null',
  tokenId: 'id',
  userId: 'id | null',
  requestId: 'string',
  changes: 'array',
};

const entriesOf = async (api: Api, resourceId: string): Promise<Json[]> =>
  succeeded(await api.post('/v3/audit_log/search', { query: `eq(resourceId,"${resourceId}")`, sortBy: 'asc(id)' }));

const audit = [
  check('A create, an update and a delete are in the audit log, once each and with every field', async (api) => {
    const { id, name } = await newLabel(api);
    const other = unique('label');
    const renamed = await api.put(`/v3/labels/${id}`, { name: other });
    succeeded(await api.del(`/v3/labels/${id}`));
    const entries = await entriesOf(api, id);
    for (const entry of entries) hasOnly(entry, entryFields);
    assert.deepEqual(
      entries.map((entry) => [entry.operationId, entry.resourceType]),
      ['createLabel', 'updateLabel', 'deleteLabel'].map((operationId) => [operationId, 'label']),
    );
    assert.equal(entries[1].requestId, renamed.headers.get('x-request-id'));
    assert.deepEqual(entries[1].changes, [{ field: 'name', from: name, to: other }]);
  }),
  check('The changes of an action are recorded, with the values before and after', async (api) => {
    const { id } = await newChat(api);
    succeeded(await api.post(`/v3/chats/${id}/status`, { status: 'closed' }));
    const [entry] = (await entriesOf(api, id)).filter(({ operationId }) => operationId === 'setChatStatus');
    const status = entry.changes.find(({ field }: Json) => field === 'status');
    assert.deepEqual(status, { field: 'status', from: 'open', to: 'closed' });
  }),
  check('A secret that an answer shows is not in the audit log', async (api) => {
    const { id } = await newWebhook(api);
    const { secret } = succeeded(await api.post(`/v3/api_webhooks/${id}/rotate_secret`, {}));
    const { text } = await api.post('/v3/audit_log/search', { query: `eq(resourceId,"${id}")` });
    assert.match(text, /rotateWebhookSecret/);
    assert.ok(!text.includes(secret));
  }),
  check('Refused calls, replayed calls and deletes that find nothing are not in the audit log', async (api) => {
    const headers = { 'idempotency-key': unknownId() };
    const body = { name: unique('label') };
    const { id } = succeeded(await api.post('/v3/labels', body, { headers }), 201);
    const replies = [
      await api.post('/v3/labels', body, { headers }),
      await api.post('/v3/labels', body),
      await api.put(`/v3/labels/${id}`, { name: '' }),
      await api.del(`/v3/labels/${unknownId()}`),
    ];
    for (const reply of replies) {
      const query = `eq(requestId,"${reply.headers.get('x-request-id')}")`;
      assert.deepEqual(succeeded(await api.post('/v3/audit_log/search', { query })), [], reply.text);
    }
    assert.equal((await entriesOf(api, id)).length, 1);
  }),
  check(
    'The audit log filters by operationId, resourceType, tokenId and createdAt; a field that is none is refused',
    async (api) => {
      const { id } = await newLabel(api);
      const [entry] = await entriesOf(api, id);
      const same = `and(eq(id,"${entry.id}"),eq(operationId,"createLabel"),eq(resourceType,"label"),eq(tokenId,"${entry.tokenId}"),lte(createdAt,"${entry.createdAt}"))`;
      assert.deepEqual(succeeded(await api.post('/v3/audit_log/search', { query: same })), [entry]);
      refused(await api.post('/v3/audit_log/search', { query: 'eq(nothing,"x")' }), 'query', 'custom');
      refused(await api.post('/v3/audit_log/search', { since: 1 }), 'since', 'unrecognized_keys');
    },
  ),
  check('Another tenant finds nothing of it, and without audit.read it is 403 forbidden', async (api) => {
    const { id } = await newLabel(api);
    const asked = { query: `eq(resourceId,"${id}")` };
    assert.deepEqual(succeeded(await api.post('/v3/audit_log/search', asked, { token: api.otherToken })), []);
    failed(await api.post('/v3/audit_log/search', {}, { token: await narrowToken(api, 'labels.read') }), 403, 'forbidden');
  }),
];

const requestFields: Fields = {
  id: 'id',
  requestId: 'string',
  createdAt: 'timestamp',
  method: 'string',
  route: 'string | null',
  status: 'integer',
  error: 'object | null',
  tokenId: 'id',
  address: 'string',
};

/** A request is there about a second after its answer. */
const logged = async (api: Api, requestId: string | null): Promise<Json> => {
  const reply = await until(
    'the request in the log',
    () => api.get(`/v3/requests/${requestId}`),
    ({ status }) => status === 200,
  );
  return succeeded(reply);
};

const requests = [
  check('An error leads to its line: GET /requests/{requestId} shows what was answered, by the X-Request-Id', async (api) => {
    const reply = await api.post('/v3/labels', { name: '', color: 7 });
    const { durationMs, ...request } = await logged(api, reply.headers.get('x-request-id'));
    hasOnly(request, requestFields);
    assert.ok(durationMs >= 0);
    assert.deepEqual([request.method, request.route, request.status], ['POST', '/v3/labels', 400]);
    assert.deepEqual(request.error, reply.body.error);
  }),
  check('A request that succeeded has no error, and the caller’s own X-Request-Id finds it', async (api) => {
    const requestId = `order:${unknownId()}`;
    const { id } = await newLabel(api);
    succeeded(await api.get(`/v3/labels/${id}`, { headers: { 'x-request-id': requestId } }));
    const request = await logged(api, requestId);
    assert.deepEqual(
      [request.requestId, request.route, request.status, request.error],
      [requestId, '/v3/labels/{labelId}', 200, null],
    );
  }),
  check('The last part of the caller’s address is not kept', async (api) => {
    const reply = await api.get('/v3/labels/nothing');
    assert.match((await logged(api, reply.headers.get('x-request-id'))).address, /(\.0|::)$/);
  }),
  check('POST /requests/search filters by status, route, method, messageKey and requestId', async (api) => {
    const reply = await api.get(`/v3/labels/${unknownId()}`);
    const request = await logged(api, reply.headers.get('x-request-id'));
    const query = `and(eq(requestId,"${request.requestId}"),eq(status,404),eq(route,"/v3/labels/{labelId}"),eq(method,"GET"),eq(messageKey,"label_not_found"))`;
    assert.deepEqual(succeeded(await api.post('/v3/requests/search', { query })), [request]);
    refused(await api.post('/v3/requests/search', { query: 'eq(body,"x")' }), 'query', 'custom');
  }),
  check('A request of another tenant answers as one that never was, and without requests.read it is 403', async (api) => {
    const reply = await api.get('/v3/labels/nothing');
    const requestId = reply.headers.get('x-request-id');
    await logged(api, requestId);
    const theirs = { token: api.otherToken };
    const foreign = await api.get(`/v3/requests/${requestId}`, theirs);
    failed(foreign, 404, 'request_not_found');
    alike(foreign, await api.get(`/v3/requests/${unknownId()}`, theirs));
    failed(await api.get(`/v3/requests/${requestId}`, { token: await narrowToken(api, 'labels.read') }), 403, 'forbidden');
  }),
];

const QUOTAS =
  'files fileBytes webhooks channels automations tokens labels attributes secrets businessHours slaPolicies feedConnections'.split(
    ' ',
  );

const usage = [
  check('GET /usage returns the plan, its features, what is left of this minute and what was used this month', async (api) => {
    const reply = await api.get('/v3/usage');
    const { mode, isBilled, plan, features, rateLimit, month, stored } = succeeded(reply);
    assert.ok(mode === 'live' || mode === 'sandbox');
    assert.equal(isBilled, mode === 'live');
    assert.equal(reply.headers.get('patchbay-mode'), mode);
    assert.ok(typeof plan === 'string' && Array.isArray(features));
    assert.equal(rateLimit.perMinute, Number(reply.headers.get('x-ratelimit-limit')));
    assert.equal(rateLimit.used + rateLimit.remaining, rateLimit.perMinute);
    assert.ok(rateLimit.used >= 1, 'this request counts');
    for (const count of [
      month.messagesSent,
      month.messagesReceived,
      month.events,
      month.deliveries,
      stored.contacts,
      stored.filesBytes,
    ])
      assert.ok(Number.isInteger(count) && count >= 0);
    assert.match(month.since, /-01T00:00:00\.000Z$/);
  }),
  check('GET /usage returns how much of each quota is used, and a creation counts at once', async (api) => {
    const quotas = async () => succeeded(await api.get('/v3/usage')).quotas;
    const before = await quotas();
    for (const thing of QUOTAS) {
      const { used, limit } = before[thing];
      assert.ok(Number.isInteger(used) && used >= 0 && Number.isInteger(limit) && limit >= 0, thing);
    }
    await newLabel(api);
    assert.ok((await quotas()).labels.used > before.labels.used);
  }),
  check('Without usage.read GET /usage is 403 forbidden', async (api) => {
    failed(await api.get('/v3/usage', { token: await narrowToken(api, 'labels.read') }), 403, 'forbidden');
  }),
];

export const seeing: Chapter = { title: 'Seeing: audit log, requests and usage', checks: [...audit, ...requests, ...usage] };
