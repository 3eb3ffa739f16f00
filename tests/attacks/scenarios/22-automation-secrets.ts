import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../security/client.ts';
import type { Scenario } from '../environment.ts';

const SECRET = 'sk_live_of_the_order_system';
const CALLED_WITHIN_MS = 120_000;

/** A reader of automations looks for the credentials of the systems that HTTP steps call. */
export const scenario: Scenario = {
  entry: 22,
  title: 'a credential of an HTTP step is sealed, is sent with the call, and is read back nowhere',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const tenant = await environment.tenant();
    const ask = async (method: string, path: string, body?: unknown) => {
      const { status, text } = await send(baseUrl, { method, path, token: tenant.token, body });
      return { status, text, data: JSON.parse(text).data };
    };
    const shop = await listen();
    const automation = (authorization: string, url = shop.url) => ({
      name: 'Look up the order',
      trigger: { type: 'api' },
      steps: [{ id: 'look', type: 'http_request', url, headers: { Authorization: authorization }, saveAs: 'answer' }],
    });
    const start = async (body: object) => {
      const { data: made, text } = await ask('POST', '/v3/automations', body);
      assert.ok(made, text);
      await ask('POST', `/v3/automations/${made.id}/publish`, {});
      await ask('POST', `/v3/automations/${made.id}/trigger`, { contactId: (await tenant.contact()).id });
      return made.id as string;
    };
    try {
      const literal = await ask('POST', '/v3/automations', automation(`Bearer ${SECRET}`));
      const id = literal.data?.id;
      const read = id ? (await ask('GET', `/v3/automations/${id}`)).text : '';
      assert.ok(!read.includes(SECRET), 'GET /v3/automations/{id} shows the credential of an HTTP step');
      assert.equal(literal.status, 400, literal.text);

      const secret = { name: 'orders', value: SECRET, hosts: ['127.0.0.1'] };
      assert.equal((await ask('POST', '/v3/secrets', secret)).status, 201);
      const made = await start(automation('Bearer {{secrets.orders}}'));
      const stolen = await start(automation('{{secrets.orders}}', shop.url.replace('127.0.0.1', 'localhost')));
      const ended = async (id: string) => {
        const { data } = await ask('POST', '/v3/automation_runs/search', { query: `eq(automationId,"${id}")` });
        return ['completed', 'failed'].includes(data[0]?.status);
      };
      for (let waited = 0; waited < CALLED_WITHIN_MS; waited += 200) {
        if ((await ended(made)) && (await ended(stolen))) break;
        await wait(200);
      }
      assert.deepEqual(shop.heard, [`Bearer ${SECRET}`], 'the call to the host of the secret carries it, and no other does');
      const seen = await Promise.all([
        ask('GET', `/v3/automations/${made}`),
        ask('POST', '/v3/automation_runs/search', {}),
        ask('POST', '/v3/secrets/search', {}),
        ask('POST', '/v3/audit_log/search', {}),
        ask('POST', '/v3/events/search', {}),
      ]);
      for (const { id } of seen[1].data) seen.push(await ask('GET', `/v3/automation_runs/${id}`));
      for (const { text } of seen) assert.ok(!text.includes(SECRET), `the secret is in an answer: ${text.slice(0, 300)}`);
      await notStored(environment.superuser, tenant.id);
    } finally {
      shop.close();
    }
  },
};

/** Reads every text and JSON column of the tables that hold the tenant's automations, jobs and secrets. */
async function notStored(database: { query(text: string, values: unknown[]): Promise<{ rows: object[] }> }, tenantId: string) {
  for (const table of [
    'automation_versions',
    'automation_runs',
    'automation_run_steps',
    'jobs',
    'secrets',
    'audit_log',
    'events',
  ]) {
    const { rows } = await database.query(`select to_jsonb(t)::text as row from ${table} t where tenant_id = $1`, [tenantId]);
    assert.ok(!JSON.stringify(rows).includes(SECRET), `the secret is stored in clear in ${table}`);
  }
}

/** The system that the step calls: echoes the credential, as a careless one would. */
async function listen() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ youSent: request.headers.authorization }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { heard, url: `http://127.0.0.1:${port}/orders`, close: () => server.close().closeAllConnections() };
}
