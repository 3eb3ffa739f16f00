import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Plan, setPlan } from '../domain/tenants/index.ts';
import { givenApart } from '../test-kit/given.ts';
import { createTestTenant } from '../test-kit/tenant.ts';

const given = givenApart();

const heard: string[] = [];
let isBroken = false;
const receiver = createServer((request, answer) => {
  heard.push(request.url ?? '');
  request.resume();
  answer.statusCode = isBroken && request.url === '/broken' ? 500 : 200;
  answer.end();
}).listen(0, '127.0.0.1');
after(() => receiver.close());
const urlOf = (name: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${name}`;

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const endsAt = Date.now() + 120_000; Date.now() < endsAt; await wait(100)) if (await isSo()) return;
  throw new Error('it did not come to be within 120 s');
}

/** A tenant on a plan, and a way to move it to another one that waits until the API has seen it. */
async function givenOn(plan: Plan) {
  const server = await given();
  const tenant = await createTestTenant(server.app, { plan, ratePerMinute: 1_000_000 });
  const call = (method: string, path: string, body?: unknown) => server.call(method, path, tenant.token, body);
  const moveTo = async (next: Plan) => {
    await setPlan(tenant.ctx, next);
    await wait(5_200); // longer than a plan is remembered
  };
  return { ...server, tenant, call, moveTo };
}

const automation = {
  name: 'Greeting',
  trigger: { type: 'message_received', parameters: {} },
  steps: [{ id: 'end', type: 'end' }],
};

test('after hobby → free webhooks are suspended: nothing is delivered, they can be paused and deleted, and an upgrade resumes them', async () => {
  const { tenant, call, moveTo, clock } = await givenOn('hobby');
  const events = [{ type: 'chat.created' }];
  const { id } = (await call('POST', '/v3/api_webhooks', { url: urlOf('one'), events })).body.data;
  const other = (await call('POST', '/v3/api_webhooks', { url: urlOf('two'), events })).body.data;
  assert.equal(other.isSuspended, false);
  await tenant.chat();
  await until(() => heard.includes('/one') && heard.includes('/two'));
  await call('PUT', `/v3/api_webhooks/${other.id}`, { status: 'paused' });
  heard.length = 0;

  await setPlan(tenant.ctx, 'free', 10); // the plan's own limit does not bind a test: the agreed one is for enterprise only
  await wait(5_200);
  await tenant.chat();
  const shown = await call('GET', `/v3/api_webhooks/${id}`);
  assert.deepEqual([shown.status, shown.body.data.isSuspended, shown.body.data.status], [200, true, 'active']);
  assert.equal((await call('PUT', `/v3/api_webhooks/${id}`, { url: urlOf('three') })).status, 402);
  assert.equal((await call('PUT', `/v3/api_webhooks/${id}`, { status: 'active' })).status, 402);
  assert.equal((await call('PUT', `/v3/api_webhooks/${id}`, { status: 'paused', url: urlOf('three') })).status, 402);
  const paused = await call('PUT', `/v3/api_webhooks/${id}`, { status: 'paused' });
  assert.deepEqual([paused.status, paused.body.data.status], [200, 'paused']);
  assert.equal((await call('DELETE', `/v3/api_webhooks/${other.id}`)).status, 200);
  assert.equal(heard.length, 0);

  clock.advance(60_000);
  await moveTo('hobby');
  assert.equal((await call('PUT', `/v3/api_webhooks/${id}`, { status: 'active' })).body.data.isSuspended, false);
  await tenant.chat();
  await until(() => heard.includes('/one'));
});

test('a delivery that waits for its retry while the plan has no webhooks is made after the upgrade', async () => {
  const { tenant, call, moveTo, clock } = await givenOn('hobby');
  await call('POST', '/v3/api_webhooks', { url: urlOf('broken'), events: [{ type: 'chat.created' }] });
  isBroken = true;
  await tenant.chat();
  await until(() => heard.includes('/broken'));
  await moveTo('free');
  isBroken = false;
  heard.length = 0;
  clock.advance(3_600_000); // its retry is due
  await wait(3_000);
  assert.equal(heard.includes('/broken'), false);
  await moveTo('hobby');
  clock.advance(60_000);
  await until(() => heard.includes('/broken'));
});

test('after pro → free automations start nothing and can be paused, archived and deleted; after an upgrade they start again', async () => {
  const { tenant, call, moveTo } = await givenOn('pro');
  const { id } = (await call('POST', '/v3/automations', automation)).body.data;
  assert.equal((await call('POST', `/v3/automations/${id}/publish`, {})).body.data.isSuspended, false);
  const runs = async () =>
    (await call('POST', '/v3/automation_runs/search', { query: `eq(automationId,"${id}")` })).body.data.length;
  const chat = await tenant.chat();
  await tenant.message(chat.id);
  await until(async () => (await runs()) === 1);

  await moveTo('hobby');
  await tenant.message(chat.id);
  const shown = await call('GET', `/v3/automations/${id}`);
  assert.deepEqual([shown.status, shown.body.data.isSuspended, shown.body.data.status], [200, true, 'active']);
  assert.equal((await call('POST', `/v3/automations/${id}/publish`, {})).status, 402);
  assert.equal((await call('POST', '/v3/automations', automation)).status, 402);
  await moveTo('pro');
  await tenant.message(chat.id);
  await until(async () => (await runs()) === 2);

  await moveTo('hobby');
  assert.equal((await call('POST', `/v3/automations/${id}/pause`)).body.data.status, 'paused');
  assert.equal((await call('DELETE', `/v3/automations/${id}`)).status, 200);
});

test('a run that waits does not go on while the plan has no automations', async () => {
  const { tenant, call, moveTo, clock } = await givenOn('pro');
  const steps = [
    { id: 'rest', type: 'wait', seconds: 60, next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const { id } = (await call('POST', '/v3/automations', { ...automation, steps })).body.data;
  await call('POST', `/v3/automations/${id}/publish`, {});
  await tenant.message((await tenant.chat()).id);
  const statusOf = async () =>
    (await call('POST', '/v3/automation_runs/search', { query: `eq(automationId,"${id}")` })).body.data[0]?.status;
  await until(async () => (await statusOf()) === 'waiting');
  await moveTo('hobby');
  clock.advance(120_000);
  await wait(3_000);
  assert.equal(await statusOf(), 'waiting');
  await moveTo('pro');
  clock.advance(60_000);
  await until(async () => (await statusOf()) === 'completed');
});
