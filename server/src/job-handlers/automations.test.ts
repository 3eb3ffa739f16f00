import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();

const sandbox = await startSandbox();
after(() => sandbox.stop());

/** A tenant with an SMS channel (it has no window), a person with a phone, and a way to publish an automation. */
async function givenAutomations() {
  const environment = await given();
  const { channelId, accountId } = await connect('sms', {
    apiUrl: environment.baseUrl,
    token: environment.tenant.token,
    sandbox,
  });
  const contact = await environment.tenant.contact();
  const publish = async (trigger: object, steps: object[], more: object = {}): Promise<string> => {
    const made = await environment.post('/v3/automations', { name: 'Test', trigger, steps, ...more });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body.data;
    const published = await environment.post(`/v3/automations/${id}/publish`, {});
    assert.equal(published.status, 200, published.text);
    return id;
  };
  const trigger = (id: string, body: object = {}) =>
    environment.post(`/v3/automations/${id}/trigger`, { contactId: contact.id, ...body });
  const run = async (id: string) => {
    const { data } = (await environment.post('/v3/automation_runs/search', { query: `eq(automationId,"${id}")` })).body;
    return data[0] && (await environment.get(`/v3/automation_runs/${data[0].id}`)).body.data;
  };
  const ended = (id: string) =>
    until(async () => {
      const one = await run(id);
      return one && ['completed', 'failed', 'cancelled'].includes(one.status) && one;
    });
  const phone = (text: string) =>
    fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: contact.phoneNumber, text }),
    });
  const heard = async (): Promise<string> => (await fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/sent`)).text();
  return { ...environment, channelId, contact, publish, trigger, run, ended, phone, heard };
}

test('an automation asks, the reply decides, and everything it did is in its log', async () => {
  const { publish, trigger, ended, run, phone, heard, channelId, tenant, contact, get } = await givenAutomations();
  const label = await tenant.label('vip');
  const id = await publish({ type: 'api', parameters: { channelId } }, [
    { id: 'hello', type: 'send_message', text: 'Hello {{contact.firstName|there}}, about {{variables.order}}', next: 'ask' },
    { id: 'ask', type: 'ask', text: 'Do you want it?', saveAs: 'answer', timeoutSeconds: 600, onReply: 'decide' },
    { id: 'decide', type: 'branch', cases: [{ if: 'startsWith(variables.answer,"yes")', next: 'tag' }], otherwise: 'bye' },
    { id: 'tag', type: 'add_label', labelId: label.id, next: 'bye' },
    { id: 'bye', type: 'send_message', text: 'You said {{variables.answer}}' },
  ]);
  assert.deepEqual((await trigger(id, { variables: { order: 'A-1' } })).body, { success: true });
  await until(async () => (await run(id))?.waitingFor === 'reply');
  await until(async () => (await heard()).includes('Do you want it?'));
  await phone('yes please');
  const done = await ended(id);
  assert.equal(done.status, 'completed', JSON.stringify(done));
  assert.deepEqual(
    done.steps.map((step: { stepId: string; outcome: string }) => `${step.stepId} ${step.outcome}`),
    ['hello sent', 'ask asked', 'ask replied', 'decide chosen', 'tag done', 'bye sent'],
  );
  await until(async () => (await heard()).includes('You said yes please'));
  assert.ok((await heard()).includes('Hello Ada, about A-1'));
  assert.deepEqual(
    (await get(`/v3/contacts/${contact.id}`)).body.data.labels.map((one: { name: string }) => one.name),
    ['vip'],
  );
});

test('a wait is a row: the clock moves and the run continues; without a reply the timeout is taken', async () => {
  const { publish, trigger, ended, run, channelId, clock } = await givenAutomations();
  const id = await publish({ type: 'api', parameters: { channelId } }, [
    { id: 'later', type: 'wait', seconds: 3600, next: 'ask' },
    { id: 'ask', type: 'ask', text: 'Still there?', saveAs: 'answer', timeoutSeconds: 86_400, onReply: 'end', onTimeout: 'gone' },
    { id: 'gone', type: 'end' },
    { id: 'end', type: 'end' },
  ]);
  await trigger(id);
  await until(async () => (await run(id))?.waitingFor === 'time');
  clock.advance(3_601_000);
  await until(async () => (await run(id))?.waitingFor === 'reply');
  clock.advance(86_401_000);
  const done = await ended(id);
  assert.deepEqual(done.steps.at(-1).stepId, 'gone');
});

test('a request is made once per visit under one key, and its answer is a variable', async () => {
  const { publish, trigger, ended, channelId } = await givenAutomations();
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ price: 42 }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/price`;
  const id = await publish({ type: 'api', parameters: { channelId } }, [
    {
      id: 'ask',
      type: 'http_request',
      method: 'POST',
      url,
      body: '{"who":"{{contact.firstName}}"}',
      saveAs: 'quote',
      next: 'check_price',
    },
    { id: 'check_price', type: 'branch', cases: [{ if: 'gt(variables.quote.body.price,40)', next: 'done' }] },
    { id: 'done', type: 'end' },
  ]);
  await trigger(id);
  const run = await ended(id);
  assert.equal(run.steps.at(-1).stepId, 'done', JSON.stringify(run));
  assert.deepEqual(keys, [`${run.id}:1`]);
  server.close();
});

test('what a contact writes starts an automation that listens, once per contact where it says so; a chain is cut', async () => {
  const { publish, ended, phone, post, get, channelId, tenant } = await givenAutomations();
  const label = await tenant.label('loop');
  const other = await tenant.label('other');
  const listening = await publish(
    { type: 'message_received', parameters: { channelId, conditions: 'contains(message.text,"price")' } },
    [{ id: 'wait', type: 'wait', seconds: 3600 }],
    { isSingle: true },
  );
  const pong = await publish({ type: 'label_added', parameters: { labelId: label.id } }, [
    { id: 'off', type: 'remove_label', labelId: label.id, next: 'on' },
    { id: 'on', type: 'add_label', labelId: label.id },
  ]);
  void other;
  await phone('hello');
  await phone('what is the price?');
  await phone('the price please');
  const runs = async (id: string) => (await post('/v3/automation_runs/search', { query: `eq(automationId,"${id}")` })).body.data;
  await until(async () => (await runs(listening)).length > 0);
  const [{ contactId }] = await runs(listening);
  await post(`/v3/contacts/${contactId}/labels`, { labels: [{ id: label.id }] });
  await ended(pong);
  await wait(1_000); // a second would start now
  assert.equal((await runs(listening)).length, 1);
  const [only, ...more] = await runs(pong);
  assert.deepEqual(more, [], 'an automation does not start itself again');
  const { steps } = (await get(`/v3/automation_runs/${only.id}`)).body.data;
  const line = steps.find(({ outcome }: { outcome: string }) => outcome === 'not_started');
  assert.equal(line.detail.automationId, pong);
  assert.match(line.detail.reason, /would be a loop/);
});

test('a failed run has a reason, and continues from the failed step when the cause is fixed', async () => {
  const { publish, trigger, ended, run, post, tenant, channelId, contact, put, get } = await givenAutomations();
  const label = await tenant.label('later');
  const id = await publish({ type: 'api', parameters: { channelId } }, [
    { id: 'say', type: 'send_message', text: 'Hi', next: 'tag' },
    { id: 'tag', type: 'add_label', labelId: label.id },
  ]);
  await put(`/v3/contacts/${contact.id}`, { isSubscribed: false });
  await trigger(id);
  const failed = await ended(id);
  assert.equal(failed.status, 'failed');
  assert.match(failed.error.message, /withdrew consent to marketing messages/);
  await put(`/v3/contacts/${contact.id}`, { isSubscribed: true });
  assert.equal((await post(`/v3/automation_runs/${failed.id}/retry`)).status, 200);
  await until(async () => (await run(id)).status === 'completed');
  const counts = (await post(`/v3/automations/${id}/step_counts`, {})).body.data;
  assert.deepEqual(
    counts.map((one: { stepId: string; outcome: string; count: number }) => `${one.stepId} ${one.outcome} ${one.count}`),
    ['say failed 1', 'say sent 1', 'tag done 1'],
  );
  assert.equal((await get(`/v3/contacts/${contact.id}`)).body.data.labels.length, 1);
});
