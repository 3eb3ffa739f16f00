import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { versions } from './index.ts';

test('the scheme of the Authorization header is written in any case', async () => {
  const { baseUrl, tenant } = await given();
  for (const scheme of ['bearer', 'BEARER', 'Bearer ', 'bEaReR']) {
    const response = await fetch(`${baseUrl}/v3/labels/x`, { headers: { authorization: `${scheme} ${tenant.token}` } });
    assert.equal(response.status, 404, scheme);
  }
  for (const authorization of [tenant.token, `Basic ${tenant.token}`, `Bearer${tenant.token}`, 'bearer'])
    assert.equal((await fetch(`${baseUrl}/v3/labels/x`, { headers: { authorization } })).status, 401, authorization.slice(0, 8));
});

test('HEAD: every GET of the API answers it as it answers GET, without a body', async () => {
  const { call, tenant } = await given();
  const gets = versions.flatMap(({ prefix, routes }) =>
    routes.filter(({ method }) => method === 'GET').map(({ path }) => prefix + path),
  );
  assert.ok(gets.length > 20);
  for (const path of gets.map((path) => path.replace(/:\w+/g, 'x'))) {
    const head = await call('HEAD', path, tenant.token);
    assert.equal(head.text, '', path);
    if (path.endsWith('/events')) assert.equal(head.status, 200, 'a stream returns its content type and ends');
    else {
      const get = await call('GET', path, tenant.token);
      assert.deepEqual([head.status, head.headers.get('content-length')], [get.status, get.headers.get('content-length')], path);
    }
  }
  for (const path of gets.slice(0, 20)) assert.equal((await call('HEAD', path)).status, 401, path); // more would be too many failed tries
});

test('HEAD: the public pages answer it', async () => {
  const { baseUrl } = await given();
  for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json', '/reference', '/.well-known/jwks.json']) {
    const response = await fetch(baseUrl + path, { method: 'HEAD' });
    assert.deepEqual([response.status, await response.text()], [200, ''], path);
  }
});

test('404: an empty id is a path that does not exist, whatever the method', async () => {
  const { call, tenant } = await given();
  const empty = [
    ['GET', '/v3/labels/'],
    ['PUT', '/v3/labels/'],
    ['DELETE', '/v3/labels/'],
    ['POST', '/v3/chats//read'],
    ['DELETE', '/v2/api_webhooks/'],
    ['GET', '/inbound/'],
  ] as const;
  for (const [method, path] of empty) {
    const { status, body } = await call(method, path, tenant.token, method === 'GET' ? undefined : {});
    assert.deepEqual([status, body.error.messageKey], [404, 'route_not_found'], `${method} ${path}`);
  }
});

test('POST /v3/labels/search 200: blanks and null mean that nothing is given, and the echo can be sent back', async () => {
  const { post } = await given();
  for (const name of ['a', 'b', 'c']) await post('/v3/labels', { name });
  const plain = await post('/v3/labels/search', {});
  for (const nothing of ['', ' ', '\t\n', null])
    for (const field of ['query', 'sortBy', 'search'])
      assert.equal(
        (await post('/v3/labels/search', { [field]: nothing })).text,
        plain.text,
        `${field}: ${JSON.stringify(nothing)}`,
      );
  for (const asked of [{}, { query: 'eq(name,"a")' }, { sortBy: 'asc(name)', search: 'a' }]) {
    const first = await post('/v3/labels/search', asked);
    assert.equal((await post('/v3/labels/search', first.body.query)).text, first.text);
  }
});

test('PUT {} 200: nothing changes, not even updatedAt; there is no event and no audit entry', async () => {
  const { tenant, post, put, get } = await given();
  const chat = await tenant.chat();
  const made: [path: string, id: string][] = [['chats', chat.id]];
  const bodies = {
    labels: { name: 'l' },
    contacts: { firstName: 'x' },
    users: { name: 'u', email: 'u@example.test' },
    teams: { name: 't' },
    attributes: { name: 'a', externalId: 'a' },
    channels: { type: 'sms', name: 'c' },
    api_webhooks: { url: 'https://hooks.example.test/', events: [{ type: 'campaign.completed' }] },
    automations: { name: 'a', trigger: { type: 'manual' }, steps: [] },
    campaigns: { name: 'c', channelId: chat.channelId },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const { status, body: answer } = await post(`/v3/${path}`, body);
    if (status === 201) made.push([path, answer.data.id]);
  }
  assert.ok(made.length >= 8, made.map(([path]) => path).join());
  const count = async (log: string) => (await post(`/v3/${log}/search`, { pagination: { limit: 1 } })).body.pagination.total;
  const before = [await count('events'), await count('audit_log')];
  for (const [path, id] of made) {
    const shown = await get(`/v3/${path}/${id}`);
    for (const body of [{}, undefined]) assert.equal((await put(`/v3/${path}/${id}`, body)).text, shown.text, path);
    assert.equal((await put(`/v3/${path}/nothing`, {})).status, 404, path);
  }
  assert.deepEqual([await count('events'), await count('audit_log')], before);
});

test('PUT /v2/api_webhooks/:id {} 200: nothing changes', async () => {
  const { tenant, call } = await given();
  const wanted = { tenantId: tenant.id, type: 'SMS_MESSAGE_RECEIVED', url: 'https://hooks.example.test/v2' };
  const { data } = (await call('POST', '/v2/api_webhooks', tenant.token, wanted)).body;
  assert.deepEqual((await call('PUT', `/v2/api_webhooks/${data.id}`, tenant.token, {})).body.data, data);
});
