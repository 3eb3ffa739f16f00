import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { given } from '../test-kit/given.ts';

const VALUE = 'sk_live_0123456789';
const hosts = ['127.0.0.1'];

const call = (headers: Record<string, string>, url = 'https://api.example.com/') => ({
  name: 'Call',
  trigger: { type: 'api' },
  steps: [{ id: 'call', type: 'http_request', url, headers, saveAs: 'answer' }],
});

test('POST, GET, PUT, search and DELETE /v3/secrets: the value enters and never leaves', async () => {
  const { post, get, put, del, tenant, call } = await given();
  const made = await post('/v3/secrets', { name: 'orders', value: VALUE, hosts: ['API.example.com'] });
  assert.deepEqual([made.status, made.body.data.version, made.body.data.hosts], [201, 1, ['api.example.com']]);
  const { id } = made.body.data;
  assert.equal((await post('/v3/secrets', { name: 'orders', value: VALUE, hosts })).status, 409);
  const replaced = await put(`/v3/secrets/${id}`, { value: `${VALUE}-2` });
  assert.deepEqual([replaced.body.data.version, replaced.body.data.hosts], [2, ['api.example.com']]);
  assert.equal((await put(`/v3/secrets/${id}`, { hosts })).status, 400, 'other hosts need the value');
  const [read, found, log] = [
    await get(`/v3/secrets/${id}`),
    await post('/v3/secrets/search', {}),
    await post('/v3/audit_log/search', {}),
  ];
  for (const { status, text } of [made, replaced, read, found, log]) assert.ok(status < 300 && !text.includes(VALUE), text);
  assert.deepEqual(found.body.data, [read.body.data]);
  const reader = await tenant.tokenWith(['automations.read']);
  assert.equal((await call('POST', '/v3/secrets', reader, { name: 'x', value: VALUE, hosts })).status, 403);
  assert.deepEqual((await del(`/v3/secrets/${id}`)).body.data.deletedIds, [id]);
  assert.equal((await get(`/v3/secrets/${id}`)).body.error.messageKey, 'secret_not_found');
});

test('POST /v3/automations 400: a credential in clear, an unknown secret and a secret outside headers are refused', async () => {
  const { post } = await given();
  const paths = async (body: object) => Object.keys((await post('/v3/automations', body)).body.error?.invalidParams ?? {});
  assert.deepEqual(await paths(call({ authorization: `Bearer ${VALUE}` })), ['steps.0.headers.authorization']);
  assert.deepEqual(await paths(call({ 'X-Api-Key': '{{secrets.unknown}}' })), ['steps.0.headers.X-Api-Key']);
  await post('/v3/secrets', { name: 'orders', value: VALUE, hosts });
  assert.deepEqual(await paths(call({}, 'https://example.com/{{secrets.orders}}')), ['steps.0.url']);
  assert.deepEqual(await paths(call({ 'X-Api-Key': '{{secrets.orders}}' })), []);
});

test('a definition that was written before keeps working: its credential is hidden from readers, and it can be published', async () => {
  const { post, get, put, app, tenant } = await given();
  const { id, latestVersionId } = (await post('/v3/automations', call({ Authorization: '{{variables.token}}' }))).body.data;
  await app.database.asTenant(
    { tenantId: tenant.id, kind: 'write' },
    {
      text: `update automation_versions set definition = jsonb_set(definition, '{steps,0,headers,Authorization}', $3) where tenant_id = $1 and id = $2`,
      values: [tenant.id, latestVersionId, JSON.stringify(VALUE)],
    },
  );
  const answers = [
    await get(`/v3/automations/${id}`),
    await post('/v3/automations/search', {}),
    await post(`/v3/automations/${id}/versions/search`, {}),
    await post(`/v3/automations/${id}/publish`, {}),
    await put(`/v3/automations/${id}`, { name: 'Other' }),
    await put(`/v3/automations/${id}`, { isSingle: true }),
    await get(`/v3/automations/${id}`),
  ];
  for (const { status, text } of answers) assert.ok(status === 200 && !text.includes(VALUE) && text.includes('[hidden]'), text);
  const shown = answers[0]?.body.data.latestVersion;
  assert.equal((await put(`/v3/automations/${id}`, { steps: shown.steps })).status, 400, 'what is hidden cannot be written back');
});

test('an HTTP step sends the secret to its hosts only, and the run saves the response without it', async () => {
  const { post, get, tenant } = await given();
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers['x-api-key'] as string | undefined);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ youSent: request.headers['x-api-key'] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  await post('/v3/secrets', { name: 'orders', value: VALUE, hosts });
  const run = async (to: string) => {
    const { id } = (await post('/v3/automations', call({ 'X-Api-Key': 'key={{secrets.orders}}' }, to))).body.data;
    await post(`/v3/automations/${id}/publish`, {});
    await post(`/v3/automations/${id}/trigger`, { contactId: (await tenant.contact()).id });
    for (let i = 0; i < 300; i++) {
      const [found] = (await post('/v3/automation_runs/search', { query: `eq(automationId,"${id}")` })).body.data;
      if (['completed', 'failed'].includes(found?.status)) return get(`/v3/automation_runs/${found.id}`);
      await wait(50);
    }
    throw new Error('the run did not end');
  };
  try {
    const good = await run(url);
    assert.deepEqual(heard, [`key=${VALUE}`]);
    assert.ok(good.text.includes('[secret]') && !good.text.includes(VALUE), good.text);
    const other = await run(url.replace('127.0.0.1', 'localhost'));
    assert.match(other.text, /may be sent to 127\.0\.0\.1 only/);
    assert.equal(heard.length, 1);
  } finally {
    server.close();
  }
});
