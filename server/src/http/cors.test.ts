import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../platform/config.ts';
import { given } from '../test-kit/given.ts';

const CONSOLE = 'https://console.example.com';
const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,idempotency-key' };

test('OPTIONS and calls without CORS_ORIGINS: no CORS headers', async () => {
  const { call, tenant } = await given();
  const preflight = await call('OPTIONS', '/v3/labels', undefined, undefined, { origin: CONSOLE, ...asking });
  assert.equal(preflight.status, 401);
  const plain = await call('POST', '/v3/labels/search', tenant.token, {}, { origin: CONSOLE });
  assert.equal(plain.status, 200);
  for (const { headers } of [preflight, plain])
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
});

test('OPTIONS 204 and calls 200 with CORS_ORIGINS: named origins may call, others get the same response as before', async () => {
  const { call, tenant } = await given({ CORS_ORIGINS: `http://127.0.0.1:9, ${CONSOLE}` });
  const preflight = await call('OPTIONS', '/v3/labels', undefined, undefined, { origin: CONSOLE, ...asking });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), CONSOLE);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization.*idempotency-key/);
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST, PUT, DELETE/);
  assert.equal(preflight.headers.get('access-control-allow-credentials'), null, 'cookies play no part');
  const allowed = await call('POST', '/v3/labels/search', tenant.token, {}, { origin: CONSOLE });
  assert.equal(allowed.headers.get('access-control-allow-origin'), CONSOLE);
  assert.match(allowed.headers.get('access-control-expose-headers') ?? '', /patchbay-mode.*retry-after.*x-request-id/);
  assert.equal(allowed.headers.get('vary'), 'Origin');
  for (const origin of ['https://evil.example.com', `${CONSOLE}.evil.com`, 'null', CONSOLE.toUpperCase()]) {
    const foreign = await call('OPTIONS', '/v3/labels', undefined, undefined, { origin, ...asking });
    assert.equal(foreign.status, 401, origin);
    assert.equal(foreign.headers.get('access-control-allow-origin'), null, origin);
    assert.equal(foreign.headers.get('vary'), 'Origin');
  }
});

test('errors can be read by a page too, and what is not the API keeps to itself', async () => {
  const { call, tenant } = await given({ CORS_ORIGINS: CONSOLE });
  for (const [path, token, status] of [
    ['/v3/labels/x', undefined, 401],
    ['/v3/labels/x', tenant.token, 404],
    ['/v3/nothing', tenant.token, 404],
  ] as const) {
    const reply = await call('GET', path, token, undefined, { origin: CONSOLE });
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get('access-control-allow-origin'), CONSOLE, path);
  }
  const health = await call('GET', '/openapi.json', undefined, undefined, { origin: CONSOLE });
  assert.equal(health.headers.get('access-control-allow-origin'), null);
});

test('CORS_ORIGINS takes origins and nothing else', () => {
  assert.deepEqual(loadConfig({ CORS_ORIGINS: 'https://a.example, http://b.example:8080' }).CORS_ORIGINS, [
    'https://a.example',
    'http://b.example:8080',
  ]);
  for (const wrong of ['*', 'https://a.example/', 'a.example', 'null', 'https://a.example/path', 'file:///x'])
    assert.throws(() => loadConfig({ CORS_ORIGINS: wrong }), /CORS_ORIGINS/, wrong);
});
