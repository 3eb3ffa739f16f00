import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { givenApart, type Reply } from '../test-kit/given.ts';

const given = givenApart();

test('the router, the OpenAPI document and the list of operations are the same set', async () => {
  const { app, get } = await given();
  const { versions } = await import('./index.ts');
  const listed = versions.flatMap(({ prefix, routes }) => routes.map((route) => `${route.method} ${prefix}${route.path}`));
  const document = (await get('/openapi.json')).body;
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const routed = routesIn(app.server.printRoutes({ commonPrefix: false })).filter((operation) => / \/v\d/.test(operation));
  assert.deepEqual(documented.toSorted(), listed.toSorted());
  const heads = listed.filter((one) => one.startsWith('GET ')).map((one) => one.replace('GET', 'HEAD')); // wherever GET works
  assert.deepEqual(routed.toSorted(), [...listed, ...heads].toSorted());
  assert.equal(new Set(versions.flatMap(({ routes }) => routes.map((route) => route.operationId))).size, listed.length);
});

/** Reads the router's own tree: four characters of indent a level, methods in brackets. */
function routesIn(tree: string): string[] {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ├└─]*)(\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
    if (!part) return [];
    path.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, part);
    return methods.split(', ').map((method) => `${method} ${path.join('')}`);
  });
}

test("GET /v3/chats/:id 404: another tenant's chat looks as if it did not exist", async () => {
  const { tenant, otherTenant, get } = await given();
  const chat = await tenant.chat();
  const foreign = await get(`/v3/chats/${chat.id}`, otherTenant.token);
  const unknown = await get('/v3/chats/nothing', otherTenant.token);
  assert.equal(foreign.status, 404);
  assert.equal(foreign.body.error.messageKey, 'chat_not_found');
  assert.equal(foreign.text, unknown.text);
});

test('GET /v3/chats/:id 200: the latest message, the unread count and the window come from what the contact sent', async () => {
  const { tenant, get, post, clock } = await given();
  const chat = await tenant.chat();
  await tenant.message(chat.id, { text: 'first', timestamp: new Date(clock.now().getTime() - 60_000) });
  await tenant.message(chat.id, { text: 'older, arrived late', timestamp: new Date(clock.now().getTime() - 120_000) });
  const { data } = (await get(`/v3/chats/${chat.id}`)).body;
  assert.equal(data.latestMessage.text, 'first');
  assert.equal(data.unreadCount, 2);
  assert.equal(Date.parse(data.openUntil), Date.parse(data.latestMessage.timestamp) + 24 * 3_600_000);
  await tenant.message(chat.id, { sender: 'outbound', text: 'answer' });
  const answered = (await get(`/v3/chats/${chat.id}`)).body.data;
  assert.equal(answered.openUntil, data.openUntil, 'our own messages never extend the window');
  assert.equal(answered.latestMessage.sender, 'outbound');
  assert.equal((await post(`/v3/chats/${chat.id}/read`)).body.data.isUnread, false);
});

test('an inbound message reopens a closed chat', async () => {
  const { tenant, get, post } = await given();
  const chat = await tenant.chat();
  await post(`/v3/chats/${chat.id}/status`, { status: 'closed' });
  await tenant.message(chat.id);
  assert.equal((await get(`/v3/chats/${chat.id}`)).body.data.status, 'open');
});

test('POST /v3/chats/search 200: the text of a sensitive chat stays out of lists', async () => {
  const { tenant, get, post, put } = await given();
  const chat = await tenant.chat();
  await tenant.message(chat.id, { text: 'my diagnosis' });
  await put(`/v3/chats/${chat.id}`, { isSensitive: true });
  const list = await post('/v3/chats/search', {});
  assert.equal(list.body.data[0].latestMessage.text, null);
  assert.equal((await get(`/v3/chats/${chat.id}`)).body.data.latestMessage.text, 'my diagnosis');
});

test('POST /v3/contacts 409: the same number, written the other way, is the same person', async () => {
  const { post } = await given();
  assert.equal((await post('/v3/contacts', { phoneNumber: '+55 11 98765-4321' })).status, 201);
  const second = await post('/v3/contacts', { phoneNumber: '551187654321' });
  assert.equal(second.status, 409);
  assert.equal(second.body.error.messageKey, 'conflict');
});

test('PUT /v3/contacts/:id 200: a new number becomes primary, the old one stays a handle', async () => {
  const { tenant, put } = await given();
  const contact = await tenant.contact();
  const { data } = (await put(`/v3/contacts/${contact.id}`, { phoneNumber: '+4915112345678', lastName: null })).body;
  assert.equal(data.phoneNumber, '+4915112345678');
  assert.equal(data.handles.length, 2);
  assert.equal(data.fullName, 'Ada');
});

test('POST /v3/contacts 400: every fault is named by its path', async () => {
  const { post } = await given();
  const { status, body } = await post('/v3/contacts', {
    firstName: 7,
    email: 'x',
    handles: [{ type: 'phone_number', value: 'abc' }],
    admin: true,
  });
  assert.equal(status, 400);
  const keys = Object.fromEntries(
    Object.entries(body.error.invalidParams).map(([path, param]) => [path, (param as { key: string }).key]),
  );
  assert.deepEqual(keys, {
    firstName: 'invalid_type',
    email: 'invalid_string',
    'handles.0.value': 'invalid_string',
    admin: 'unrecognized_keys',
  });
});

test('POST /v3/contacts 201: attribute values are checked against the attribute and can be taken away', async () => {
  const { post, put, call, tenant } = await given();
  const attribute = (await call('POST', '/v2/attributes', tenant.token, { name: 'Size', externalId: 'size' })).body.data;
  const wrong = await post('/v3/contacts', { attributes: [{ id: attribute.id, value: 7 }] });
  assert.equal(wrong.body.error.invalidParams['attributes.0.value'].key, 'invalid_type');
  const made = (await post('/v3/contacts', { attributes: [{ id: attribute.id, value: 'XL' }] })).body.data;
  assert.deepEqual(made.attributes, [{ id: attribute.id, externalId: 'size', name: 'Size', type: 'text', value: 'XL' }]);
  const emptied = await put(`/v3/contacts/${made.id}`, { attributes: [{ id: attribute.id, value: null }] });
  assert.deepEqual(emptied.body.data.attributes, []);
});

test('DELETE /v3/channels/:id 409: a channel with chats stays', async () => {
  const { tenant, del } = await given();
  const chat = await tenant.chat();
  assert.equal((await del(`/v3/channels/${chat.channelId}`)).status, 409);
  await del(`/v3/chats/${chat.id}`);
  assert.deepEqual((await del(`/v3/channels/${chat.channelId}`)).body.data.deletedIds, [chat.channelId]);
});

test('POST /v3/labels/search 200: walking by cursor sees every row once, in order', async () => {
  const { tenant, post } = await given();
  for (let i = 0; i < 25; i++) await tenant.label(`walk ${String(i % 5)} ${i}`);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Reply['body'] = (
      await post('/v3/labels/search', { sortBy: 'desc(name)', pagination: cursor ? { cursor, limit: 7 } : { page: 0, limit: 7 } })
    ).body;
    seen.push(...page.data.map((label: { name: string }) => label.name));
    cursor = page.pagination.nextCursor;
  } while (cursor);
  assert.equal(seen.length, 25);
  assert.equal(new Set(seen).size, 25);
  assert.deepEqual((await post('/v3/labels/search', { pagination: { page: 2, limit: 10 } })).body.pagination, {
    page: 2,
    total: 25,
    limit: 10,
    nextCursor: null,
  });
});

test('bodies: NUL, half a surrogate pair, depth, type and size are refused in the envelope', async () => {
  const { tenant, call } = await given();
  const send = (body: string, headers?: Record<string, string>) => call('POST', '/v3/labels', tenant.token, body, headers);
  const cases: [string, Record<string, string> | undefined, number, string][] = [
    ['{"name":"a\\u0000"}', undefined, 400, 'invalid_body_params'],
    ['{"name":"\\ud800"}', undefined, 400, 'invalid_body_params'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, undefined, 400, 'invalid_body_params'],
    ['{"name":', undefined, 400, 'invalid_body_params'],
    ['name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['{}', { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    [JSON.stringify({ name: 'x'.repeat(1_100_000) }), undefined, 413, 'payload_too_large'],
  ];
  for (const [body, headers, status, key] of cases) {
    const reply = await send(body, headers);
    assert.equal(reply.status, status, body.slice(0, 40));
    assert.equal(reply.body.error.messageKey, key);
    assert.ok(reply.headers.get('x-request-id'));
  }
});

test('ids in paths: any string is simply not found', async () => {
  const { get } = await given();
  for (const id of ['abc', '%00', '%zz', '%ff', "'", '..%2f..', 'a'.repeat(5_000), '00000000-0000-0000-0000-000000000000']) {
    assert.equal((await get(`/v3/chats/${id}`)).body?.error.messageKey, 'chat_not_found', id.slice(0, 20));
  }
});

test('what is not HTTP is answered in the envelope too', async () => {
  const { baseUrl } = await given();
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
    });
  assert.match(await raw('nonsense\r\n\r\n'), /^HTTP\/1\.1 400[\s\S]*"success":false/);
  assert.match(
    await raw(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431[\s\S]*"success":false/,
  );
});

test('a wrong method names the right ones; an unknown path asks for a token first', async () => {
  const { tenant, call } = await given();
  const wrong = await call('PATCH', '/v3/chats/x', tenant.token);
  assert.equal(wrong.body.error.messageKey, 'method_not_allowed');
  assert.equal(wrong.headers.get('allow'), 'GET, HEAD, PUT, DELETE');
  assert.equal((await call('GET', '/v3/nowhere')).body.error.messageKey, 'unauthorized');
  assert.equal((await call('GET', '/v3/nowhere', tenant.token)).body.error.messageKey, 'route_not_found');
  assert.equal((await call('GET', '/nowhere')).body.error.messageKey, 'route_not_found');
});

test('Idempotency-Key: a refusal is kept too, a crash of ours is not, and a key expires after 24 hours', async () => {
  const { post, clock } = await given({});
  const key = { 'idempotency-key': 'refusal' };
  await post('/v3/labels', { name: 'taken' });
  const refused = await post('/v3/labels', { name: 'taken' }, key);
  assert.equal(refused.status, 409);
  const again = await post('/v3/labels', { name: 'taken' }, key);
  assert.equal(again.text, refused.text);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  clock.advance(24 * 3_600_000 + 1_000);
  assert.equal((await post('/v3/labels', { name: 'taken' }, key)).headers.get('idempotency-replayed'), null);
});

test('/livez, /readyz, /metrics, /reference and the public keys need no token', async () => {
  const { baseUrl, app } = await given();
  const read = async (path: string) => (await fetch(baseUrl + path)).text();
  assert.match(await read('/livez'), /alive/);
  assert.match(await read('/readyz'), /"postgresql":true,"redis":true/);
  assert.match(await read('/metrics'), /patchbay_http_request_seconds_bucket/);
  assert.match(await read('/.well-known/jwks.json'), /"kty":"OKP"/);
  assert.ok(!(await read('/.well-known/jwks.json')).includes('"d"'), 'no private key');
  assert.match(await read('/reference/'), /<html/);
  app.health.draining = true;
  assert.equal((await fetch(`${baseUrl}/readyz`)).status, 503);
  app.health.draining = false;
});
