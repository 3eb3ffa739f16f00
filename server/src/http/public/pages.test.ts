import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { given } from '../../test-kit/given.ts';
import { createMetricsServer } from './metrics.ts';
import { policyFor } from './reference.ts';

const TOKEN = 'a-token-for-prometheus';
const { app, baseUrl, call } = await given({ METRICS_TOKEN: TOKEN });

test('GET /reference/ 200: it cannot be framed, and runs its own scripts only', async () => {
  const answer = await fetch(`${baseUrl}/reference/`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('x-frame-options'), 'DENY');
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", baseUrl])
    assert.ok(policy.includes(part), `${part} in ${policy}`);
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  assert.match(scripts, /^'self'( 'sha256-[\w+/=]{44}')+$/);
});

test('GET /reference/: it has an icon and a title of ours, and none of the buttons of the vendor', async () => {
  const html = await (await fetch(`${baseUrl}/reference/`)).text();
  assert.match(html, /<title>Patchbay API<\/title>/);
  for (const setting of [
    /"favicon": ?"data:image\/svg\+xml,/,
    /"mcp": ?\{\s*"disabled": ?true/,
    /"agent": ?\{\s*"disabled": ?true/,
    /"hideClientButton": ?true/,
    /"showDeveloperTools": ?"never"/,
  ])
    assert.match(html, setting);
});

test('the policy of a page names every inline script by its hash, and no other', () => {
  const policy = policyFor('<script>one()</script><script src="x.js"></script><script type="module">two()</script>', {
    PUBLIC_URL: 'https://api.example.com/base',
  });
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  assert.ok(policy.includes(`script-src 'self' ${hash('one()')} ${hash('two()')};`));
  assert.ok(policy.includes("connect-src 'self' https://api.example.com;"));
});

test('GET /metrics: with METRICS_TOKEN only its owner reads them', async () => {
  assert.equal((await call('GET', '/metrics')).status, 401);
  assert.equal((await call('GET', '/metrics', `${TOKEN}x`)).status, 401);
  const { status, text } = await call('GET', '/metrics', TOKEN);
  assert.equal(status, 200);
  assert.match(text, /nodejs_eventloop_delay_max_seconds/);
});

test('the server for METRICS_PORT answers GET /metrics and nothing else', async (t) => {
  const server = createMetricsServer(app).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statusOf = async (path: string, token = '', method = 'GET') =>
    (await fetch(url + path, { method, headers: { connection: 'close', authorization: `Bearer ${token}` } })).status;
  assert.equal(await statusOf('/metrics'), 401);
  assert.equal(await statusOf('/metrics', TOKEN), 200);
  assert.equal(await statusOf('/', TOKEN), 404);
  assert.equal(await statusOf('/metrics', TOKEN, 'POST'), 404);
});
