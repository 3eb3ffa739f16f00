import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';
import { createPerson } from '../test-kit/user.ts';
import { versions } from './index.ts';
import { isOpen, type Route } from './route.ts';

/** What no PostgreSQL text holds, and what no UTF-8 is: a NUL, half of a pair, overlong and broken escapes. */
const HOSTILE = ['%00', 'a%00b', '%ED%A0%80', '%C0%80', '%c0%ae', '%', '%zz', '%F5%80%80%80', '%EF%BF%BE'];

/** Sends the path unchanged: `fetch` would normalize it. */
function sendRaw(
  baseUrl: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const withIds = versions.flatMap(({ prefix, routes }) =>
  routes
    .filter((route) => route.path.includes(':') && !isOpen(route))
    .map((route): [string, Route] => [prefix + route.path, route]),
);

test('any path id that PostgreSQL cannot hold: every operation answers 400 or 404 in the envelope, never 500', async () => {
  const environment = await given();
  const { baseUrl, tenant } = environment;
  const person = await createPerson(environment, { role: 'admin' });
  assert.ok(withIds.length > 60, 'the operations are seen');
  const odd: string[] = [];
  for (const [path, route] of withIds) {
    for (const id of HOSTILE) {
      const body = route.body ? Buffer.from('{}') : undefined;
      const token = route.fails?.includes('user_required') ? person.token : tenant.token;
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
      const { status, text } = await sendRaw(baseUrl, route.method, path.replace(/:\w+/g, id), headers, body);
      const isNotFoundId = status === 200 && text.includes('"deletedIds":[]');
      const isOfSandbox = status === 403 && text.includes('sandbox_tenant_required'); // said before the id is read
      if (![400, 404].includes(status) && !isNotFoundId && !isOfSandbox)
        odd.push(`${route.method} ${path} ${id}: ${status} ${text}`);
    }
  }
  assert.deepEqual(odd, []);
});

test('a query string that PostgreSQL cannot store is ignored or refused', async () => {
  const { baseUrl, tenant } = await given();
  for (const query of HOSTILE) {
    const headers = { authorization: `Bearer ${tenant.token}` };
    const { status } = await sendRaw(baseUrl, 'GET', `/v3/usage?types=${query}&a${query}=1`, headers);
    assert.equal(status, 200, query);
    assert.ok([403, 404].includes((await sendRaw(baseUrl, 'GET', `/inbound/${query}?hub.challenge=${query}`, {})).status), query);
    assert.equal((await sendRaw(baseUrl, 'GET', `/f/${query}`, {})).status, 404, query);
  }
});

test('a NUL in a body is refused with its path; in a search it finds nothing', async () => {
  const { tenant, post, put } = await given();
  const contact = await tenant.contact();
  const refused = await post('/v3/labels', '{"name":"a\\u0000b"}');
  assert.deepEqual([refused.status, Object.keys(refused.body.error.invalidParams)], [400, ['name']]);
  const deep = await put(`/v3/contacts/${contact.id}`, '{"metadata":{"a":["\\ud800"]}}');
  assert.deepEqual([deep.status, Object.keys(deep.body.error.invalidParams)], [400, ['metadata.a.0']]);
  const inKey = await put(`/v3/contacts/${contact.id}`, '{"metadata":{"a\\u0000":1}}');
  assert.equal(inKey.status, 400);
  for (const resource of ['contacts', 'requests', 'audit_log', 'users', 'teams', 'attributes']) {
    assert.equal((await post(`/v3/${resource}/search`, '{"search":"\\u0000"}')).status, 400, resource);
    const within = await post(`/v3/${resource}/search`, { query: 'eq(id,"\\u0000")' });
    assert.deepEqual([within.status, within.body.data], [200, []], resource);
  }
  const byRequest = await post('/v3/requests/search', { query: 'or(eq(requestId,"\\u0000"),contains(route,"\\u0000"))' });
  assert.deepEqual([byRequest.status, byRequest.body.data], [200, []]);
});

test('what is refused is in the request log, also where the answer repeats what no text holds', async () => {
  const { baseUrl, tenant, get } = await given();
  const form = Buffer.from('--x\r\nContent-Disposition: form-data; name="a\0b"; filename="c\0d"\r\n\r\nbytes\r\n--x--\r\n');
  const headers = {
    authorization: `Bearer ${tenant.token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'x-request-id': 'odd-form',
  };
  const { status } = await sendRaw(baseUrl, 'POST', '/v3/files', headers, form);
  assert.equal(status, 400);
  const logged = await until(async () => {
    const reply = await get('/v3/requests/odd-form');
    return reply.status !== 404 && reply;
  });
  assert.deepEqual([logged.status, logged.body.data.status], [200, 400]);
});
