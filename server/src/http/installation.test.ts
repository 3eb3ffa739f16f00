import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenApart } from '../test-kit/given.ts';
import { asBrowser, hire, signIn } from '../test-kit/person.ts';
import { admin } from '../test-kit/server-process.ts';
import { installation } from './v3/installation.ts';

const apart = givenApart();

/** A person of a tenant, signed in; an operator only where it is said. */
async function given({ isOperator = true } = {}) {
  const office = await apart();
  const person = await hire(office);
  const { DATABASE_URL, NATS_PREFIX, REDIS_PREFIX } = office.app.config;
  const env = { DATABASE_URL, NATS_PREFIX, REDIS_PREFIX, PUBLIC_URL: office.baseUrl };
  const grant = (verb: 'grant' | 'revoke') => admin(env, 'operator', verb, '--email', person.email);
  if (isOperator) await grant('grant');
  const headers = asBrowser(await signIn(office, person), office.baseUrl);
  const call = (method: string, path: string, body?: unknown) => office.call(method, `/v3${path}`, undefined, body, headers);
  return { ...office, person, grant, send: call };
}

const bodies: Record<string, object> = { updateTenantPlan: { plan: 'pro' }, retryFailedJob: {} };
const pathOf = (path: string, id: string) => path.replace(/:\w+/, id);

test('every operation of the installation 403: an admin of a tenant is no operator; 401 without a session', async () => {
  const { send, call, tenant, grant } = await given({ isOperator: false });
  for (const { method, path, operationId } of installation) {
    const reply = await send(method, pathOf(path, tenant.id), bodies[operationId]);
    assert.deepEqual([reply.status, reply.body.error?.messageKey], [403, 'operator_required'], operationId);
    const byToken = await call(method, `/v3${pathOf(path, tenant.id)}`, tenant.token, bodies[operationId]);
    assert.ok([401, 403].includes(byToken.status), `${operationId} with a token: ${byToken.status}`);
  }
  await grant('grant');
  assert.equal((await send('GET', '/installation')).status, 200);
  await grant('revoke');
  assert.equal((await send('GET', '/installation')).status, 403);
});

test('GET /v3/installation 200: services, versions and the queue; the session says that its account is an operator', async () => {
  const { send } = await given();
  const { data } = (await send('GET', '/installation')).body;
  assert.ok(data.services.length > 0 && data.services.every(({ isUp }: { isUp: boolean }) => isUp));
  assert.equal(data.versions.node, process.versions.node);
  assert.equal((await send('GET', '/sessions/current')).body.data.account.isOperator, true);
});

test('PUT /v3/installation/tenants/:tenantId 200: the plan changes and is in the audit log of the tenant; 404 for no tenant', async () => {
  const { send, tenant, post } = await given();
  const { tenants } = (await send('GET', '/installation/tenants')).body.data;
  assert.ok(tenants.some(({ id }: { id: string }) => id === tenant.id));
  const changed = await send('PUT', `/installation/tenants/${tenant.id}`, { plan: 'ultra' });
  assert.equal(changed.status, 200, changed.text);
  const after = (await send('GET', '/installation/tenants')).body.data.tenants;
  assert.equal(after.find(({ id }: { id: string }) => id === tenant.id).plan, 'ultra');
  const log = await post('/v3/audit_log/search', { query: 'eq(operationId,"updateTenantPlan")' });
  assert.deepEqual(log.body.data[0].changes, [{ field: 'plan', from: 'enterprise', to: 'ultra' }]);
  for (const id of ['01a1dcc9-d140-70a5-87d3-57bbd0af6599', 'no-id'])
    assert.equal((await send('PUT', `/installation/tenants/${id}`, { plan: 'pro' })).status, 404);
});

test('GET /v3/installation/failed_jobs 200 and its retry 404: only a failed job can be retried', async () => {
  const { send } = await given();
  assert.deepEqual((await send('GET', '/installation/failed_jobs')).body.data, []);
  assert.deepEqual((await send('GET', '/installation/failed_channels')).body.data, []);
  const reply = await send('POST', '/installation/failed_jobs/01a1dcc9-d140-70a5-87d3-57bbd0af6599/retry', {});
  assert.deepEqual([reply.status, reply.body.error.messageKey], [404, 'job_not_found']);
});
