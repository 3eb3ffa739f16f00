import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import { storeFile } from '../domain/files/index.ts';
import { given, type Reply } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';
import { anonymize } from './request-log.ts';

type Given = Awaited<ReturnType<typeof given>>;

const entriesOf = async ({ post }: Given, query: string) => {
  const { status, body } = await post('/v3/audit_log/search', { query, sortBy: 'asc(id)' });
  assert.equal(status, 200);
  return body.data;
};

/** Requests are written about a second after their answers. */
async function logged({ get }: Given, requestId: string): Promise<Reply> {
  return until(async () => {
    const reply = await get(`/v3/requests/${requestId}`);
    return reply.status === 200 && reply;
  }, `request ${requestId} in the log`);
}

test('POST /v3/audit_log/search 200: a create, an update and a delete, each with who, what and which request', async () => {
  const it = await given();
  const made = await it.post('/v3/labels', { name: 'VIP', color: '#22c55e' });
  const { id } = made.body.data;
  const renamed = await it.put(`/v3/labels/${id}`, { name: 'Gold' }, { 'x-request-id': 'my-own-id' });
  assert.equal(renamed.status, 200);
  await it.del(`/v3/labels/${id}`);
  const [create, update, remove, ...more] = await entriesOf(it, `eq(resourceId,"${id}")`);
  assert.deepEqual(more, []);
  const tokenId = decodeJwt(it.tenant.token).jti;
  const { id: entryId, createdAt, ...rest } = create;
  assert.ok(entryId && createdAt);
  assert.deepEqual(rest, {
    operationId: 'createLabel',
    resourceType: 'label',
    resourceId: id,
    tokenId,
    userId: null,
    requestId: made.headers.get('x-request-id'),
    changes: [],
  });
  assert.equal(update.operationId, 'updateLabel');
  assert.equal(update.requestId, 'my-own-id');
  assert.deepEqual(update.changes, [{ field: 'name', from: 'VIP', to: 'Gold' }]);
  assert.equal(remove.operationId, 'deleteLabel');
});

test('POST /v3/audit_log/search 200: what a call does to a thing is seen even where its answer does not show it', async () => {
  const it = await given();
  const chat = await it.tenant.chat();
  await it.post(`/v3/chats/${chat.id}/status`, { status: 'closed' });
  const [entry] = await entriesOf(it, `eq(resourceId,"${chat.id}")`);
  assert.equal(entry.resourceType, 'chat');
  assert.deepEqual(
    entry.changes.find((change: { field: string }) => change.field === 'status'),
    { field: 'status', from: 'open', to: 'closed' },
  );
});

test('POST /v3/audit_log/search 200: secrets are in no entry', async () => {
  const it = await given();
  const { data } = (await it.post('/v3/api_webhooks', { url: 'https://example.com/a', events: [{}] })).body;
  const rotated = await it.post(`/v3/api_webhooks/${data.id}/rotate_secret`, {});
  const token = (await it.post('/v3/access_tokens', { name: 'x', scopes: ['labels.read'] })).body.data;
  const { text } = await it.post('/v3/audit_log/search', { pagination: { limit: 100 } });
  for (const secret of [data.secret, rotated.body.data.secret, token.accessToken]) assert.ok(secret && !text.includes(secret));
  assert.ok(text.includes('rotateWebhookSecret') && text.includes('createAccessToken'));
});

test('GET /v3/files/:id/public_url 200: the call that creates the URL is in the audit log, once and without the URL', async () => {
  const it = await given();
  const file = await storeFile(it.tenant.ctx, it.app.files, {
    name: 'a.txt',
    stream: Readable.from([Buffer.from('x')]),
    maxBytes: 10,
    source: 'upload',
  });
  const replies = await Promise.all(Array.from({ length: 5 }, () => it.get(`/v3/files/${file.id}/public_url`)));
  const reader = await it.tenant.tokenWith(['files.read']);
  await it.get(`/v3/files/${file.id}/public_url`, reader);
  const { body, text } = await it.post('/v3/audit_log/search', { query: `eq(resourceId,"${file.id}")` });
  assert.deepEqual(
    body.data.map(({ operationId, resourceType, changes }: Record<string, unknown>) => [operationId, resourceType, changes]),
    [['getFilePublicUrl', 'file', [{ field: 'isPublic', from: false, to: true }]]],
  );
  assert.ok(!text.includes(replies[0]?.body.data.publicUrl.split('/f/')[1]));
});

test('a refused call, a replayed one, a read and a delete that finds nothing leave no entry', async () => {
  const it = await given();
  const key = { 'idempotency-key': 'once' };
  await it.post('/v3/labels', { name: 'Once' }, key);
  await it.post('/v3/labels', { name: 'Once' }, key);
  await it.post('/v3/labels', { name: 'Once' });
  await it.post('/v3/labels', { name: '' }, { 'idempotency-key': 'refused' });
  await it.post('/v3/labels/search', {});
  await it.del('/v3/labels/01890000-0000-7000-8000-000000000000');
  const entries = await entriesOf(it, 'not(isNull(id))');
  assert.deepEqual(
    entries.map((entry: { operationId: string }) => entry.operationId),
    ['createLabel'],
  );
});

test('POST /v3/audit_log/search 403: needs audit.read; another tenant sees nothing', async () => {
  const it = await given();
  const narrow = await it.tenant.tokenWith(['labels.read']);
  assert.equal((await it.call('POST', '/v3/audit_log/search', narrow, {})).status, 403);
  await it.post('/v3/labels', { name: 'Mine' });
  const others = await it.call('POST', '/v3/audit_log/search', it.otherTenant.token, {});
  assert.deepEqual(others.body.data, []);
});

test('GET /v3/requests/:requestId 200: an error leads to its line', async () => {
  const it = await given();
  const refused = await it.post('/v3/labels', { name: '', nonsense: 1 });
  const { body } = await logged(it, refused.headers.get('x-request-id') ?? '');
  const { method, route, status, error, tokenId, durationMs, address } = body.data;
  assert.deepEqual([method, route, status], ['POST', '/v3/labels', 400]);
  assert.deepEqual(error, refused.body.error);
  assert.equal(tokenId, decodeJwt(it.tenant.token).jti);
  assert.ok(durationMs > 0);
  assert.equal(address, '127.0.0.0');
});

test("GET /v3/requests/:requestId 200: the caller's own id finds its newest request; 404 to another tenant", async () => {
  const it = await given();
  await it.post('/v3/labels', { name: 'A' }, { 'x-request-id': 'order-7' });
  const { body } = await logged(it, 'order-7');
  assert.equal(body.data.requestId, 'order-7');
  assert.equal(body.data.error, null);
  const foreign = await it.get('/v3/requests/order-7', it.otherTenant.token);
  const unknown = await it.get('/v3/requests/never-was', it.otherTenant.token);
  assert.equal(foreign.status, 404);
  assert.equal(foreign.text, unknown.text);
  assert.equal(foreign.body.error.messageKey, 'request_not_found');
});

test('GET /v3/requests/:requestId 200: a refusal that was kept for its key is in the log with its error', async () => {
  const it = await given();
  const key = { 'idempotency-key': 'kept-refusal' };
  const contact = '01890000-0000-7000-8000-000000000000';
  const refuse = () => it.post(`/v3/contacts/${contact}/labels`, { labels: [] }, key);
  const [, again] = [await refuse(), await refuse()];
  const { body } = await logged(it, again.headers.get('x-request-id') ?? '');
  assert.equal(body.data.status, again.status);
  assert.equal(body.data.error.messageKey, again.body.error.messageKey);
});

test('POST /v3/requests/search 200: by status, route and messageKey; a path that is no operation has no route', async () => {
  const it = await given();
  await it.get('/v3/nowhere');
  const last = await it.get('/v3/labels/unknown');
  await logged(it, last.headers.get('x-request-id') ?? '');
  const find = async (query: string) => (await it.post('/v3/requests/search', { query })).body.data;
  const [nowhere] = await find('eq(messageKey,"route_not_found")');
  assert.deepEqual([nowhere.route, nowhere.status], [null, 404]);
  const [label] = await find('and(gte(status,400),eq(route,"/v3/labels/{labelId}"))');
  assert.equal(label.error.messageKey, 'label_not_found');
});

test('a call whose caller left before the answer is in the log, with what it came to', async () => {
  const it = await given();
  const admin = new Client({ connectionString: it.app.config.DATABASE_URL });
  await admin.connect();
  await admin.query('begin');
  await admin.query('lock table labels in access exclusive mode');
  const leaving = new AbortController();
  const call = callThen(it, leaving, '/v3/labels', { method: 'POST', body: JSON.stringify({ name: 'VIP', color: '#22c55e' }) });
  await until(async () => {
    const { rowCount } = await admin.query("select from pg_locks where relation = 'labels'::regclass and not granted");
    return rowCount === 1;
  });
  await wait(200);
  leaving.abort();
  await assert.rejects(call);
  await wait(100);
  await admin.query('commit');
  await admin.end();
  const { body } = await logged(it, 'the-one-who-left');
  assert.deepEqual([body.data.method, body.data.route, body.data.status], ['POST', '/v3/labels', 201]);
  assert.equal(body.data.address, '127.0.0.0');
  assert.ok(body.data.durationMs >= 200, 'until its work was done');
});

test('a feed that its reader closes is in the log, with the time it was open', async () => {
  const it = await given();
  const leaving = new AbortController();
  const response = await callThen(it, leaving, '/v3/events', {});
  assert.equal(response.status, 200);
  await wait(150);
  leaving.abort();
  const { body } = await logged(it, 'the-one-who-left');
  assert.deepEqual([body.data.route, body.data.status, body.data.error], ['/v3/events', 200, null]);
  assert.ok(body.data.durationMs >= 100);
});

const callThen = ({ baseUrl, tenant }: Given, { signal }: AbortController, path: string, init: RequestInit) =>
  fetch(baseUrl + path, {
    ...init,
    signal,
    headers: {
      authorization: `Bearer ${tenant.token}`,
      'content-type': 'application/json',
      'x-request-id': 'the-one-who-left',
    },
  });

test('REQUEST_LOG_DAYS=0: nothing is kept', async () => {
  const it = await given({ REQUEST_LOG_DAYS: '0' });
  await it.post('/v3/labels', { name: 'A' });
  await wait(1_300);
  assert.deepEqual((await it.post('/v3/requests/search', {})).body.data, []);
});

test('GET /v3/usage 200: the plan, this minute, this month and what is stored', async () => {
  const it = await given();
  const chat = await it.tenant.chat();
  await it.tenant.message(chat.id, { text: 'in' });
  await it.tenant.message(chat.id, { text: 'out', sender: 'outbound' });
  const { status, body, headers } = await it.get('/v3/usage');
  assert.equal(status, 200);
  const { plan, features, rateLimit, month, stored } = body.data;
  assert.deepEqual([plan, features], ['enterprise', ['webhooks', 'automations', 'campaigns']]);
  assert.equal(rateLimit.perMinute, 1_000_000);
  assert.equal(rateLimit.used, 1, 'this request counts');
  assert.equal(Date.parse(rateLimit.resetAt) / 1000, Number(headers.get('x-ratelimit-reset')));
  assert.deepEqual([month.messagesSent, month.messagesReceived, stored.contacts, stored.filesBytes], [1, 1, 1, 0]);
  assert.ok(month.events >= 2);
  assert.match(month.since, /-01T00:00:00.000Z$/);
  const narrow = await it.tenant.tokenWith(['labels.read']);
  assert.equal((await it.call('GET', '/v3/usage', narrow)).status, 403);
});

test('an address is kept without its last part', () => {
  assert.equal(anonymize('203.0.113.77'), '203.0.113.0');
  assert.equal(anonymize('::ffff:203.0.113.77'), '203.0.113.0');
  assert.equal(anonymize('2001:db8:1:2:3:4:5:6'), '2001:db8:1::');
  assert.equal(anonymize('2001:db8::6'), '2001:db8::');
  assert.equal(anonymize('::1'), '::');
});

test('POST /v3/access_tokens/search 200: lastUsedAt is null until a token is used', async () => {
  const it = await given();
  const { id, accessToken, lastUsedAt } = (await it.post('/v3/access_tokens', { name: 'x', scopes: ['labels.read'] })).body.data;
  assert.equal(lastUsedAt, null);
  const found = async () =>
    (await it.post('/v3/access_tokens/search', { query: `eq(id,"${id}")` })).body.data[0].lastUsedAt as string | null;
  assert.equal(await found(), null);
  const before = it.clock.now().toISOString();
  assert.equal((await it.call('POST', '/v3/labels/search', accessToken, {})).status, 200);
  const first = await until(async () => (await found()) ?? undefined);
  assert.ok(first >= before, first);
  assert.equal((await it.call('POST', '/v3/labels/search', accessToken, {})).status, 200);
  assert.equal(await found(), first);
});

test('POST /v3/requests/statistics 200: requests by route, with failures and durations; 400 for a range that cannot be', async () => {
  const it = await given();
  await it.post('/v3/labels', { name: 'VIP' });
  const refused = await it.post('/v3/labels', { name: 'VIP' });
  await logged(it, refused.headers.get('x-request-id') ?? '');
  const [from, to] = [-1, 1].map((hours) => new Date(it.clock.now().getTime() + hours * 3_600_000).toISOString());
  const read = (body: object) => it.post('/v3/requests/statistics', { from, to, bucket: 'day', ...body });
  const { rows, isExact } = (await read({ groupBy: 'route' })).body.data;
  assert.equal(isExact, true);
  const sum = (field: string) =>
    rows
      .filter(({ group }: { group: string }) => group === 'POST /v3/labels')
      .reduce((all: number, row: Record<string, number>) => all + (row[field] ?? 0), 0);
  assert.deepEqual([sum('requests'), sum('failed')], [2, 1]);
  assert.ok(rows.every(({ averageMs, p95Ms }: Record<string, number>) => (averageMs ?? -1) >= 0 && (p95Ms ?? -1) >= 0));
  assert.ok((await read({})).body.data.rows[0].requests >= 2);
  assert.equal((await read({ from: to, to: from })).status, 400);
  const token = await it.tenant.tokenWith(['usage.read']);
  assert.equal((await it.call('POST', '/v3/requests/statistics', token, { from, to })).status, 403);
});

test('POST /v3/api_webhooks/:webhookId/statistics 200: deliveries by period and status; 404 for another tenant’s webhook', async () => {
  const it = await given();
  const body = { url: 'http://127.0.0.1:9/', events: [{ type: 'contact.created' }] };
  const made = (await it.post('/v3/api_webhooks', body)).body.data;
  await it.tenant.contact();
  const [from, to] = [-1, 1].map((hours) => new Date(it.clock.now().getTime() + hours * 3_600_000).toISOString());
  const path = `/v3/api_webhooks/${made.id}/statistics`;
  const { periods, isExact } = await until(async () => {
    const { data } = (await it.post(path, { from, to, bucket: 'day' })).body;
    return data.periods.some(({ attempts }: { attempts: number }) => attempts > 0) && data;
  });
  assert.equal(isExact, true);
  const total = (field: string) => periods.reduce((all: number, one: Record<string, number>) => all + (one[field] ?? 0), 0);
  assert.deepEqual([total('deliveries'), total('pending') + total('failed'), total('succeeded')], [1, 1, 0]);
  assert.ok(total('attempts') >= 1);
  const [{ medianMs, p95Ms }] = periods;
  assert.ok(medianMs >= 0 && medianMs <= p95Ms, `median ${medianMs}, p95 ${p95Ms}`);
  const [delivery] = (await it.post(`/v3/api_webhooks/${made.id}/deliveries/search`, {})).body.data;
  assert.equal(delivery.lastAttempt.statusCode, null);
  assert.match(delivery.lastAttempt.error, /^connect/);
  assert.equal((await it.call('POST', path, it.otherTenant.token, { from, to })).status, 404);
});
