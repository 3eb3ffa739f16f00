import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../security/client.ts';
import type { Scenario } from '../environment.ts';

const SECRET = 'sk_live_of_the_order_system';
const CALLED_WITHIN_MS = 20_000;

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
    const automation = (authorization: string) => ({
      name: 'Look up the order',
      trigger: { type: 'api' },
      steps: [{ id: 'look', type: 'http_request', url: shop.url, headers: { Authorization: authorization }, saveAs: 'answer' }],
    });
    try {
      const literal = await ask('POST', '/v3/automations', automation(`Bearer ${SECRET}`));
      const id = literal.data?.id;
      const read = id ? (await ask('GET', `/v3/automations/${id}`)).text : '';
      assert.ok(!read.includes(SECRET), 'GET /v3/automations/{id} shows the credential of an HTTP step');
      assert.equal(literal.status, 400, literal.text);

      assert.equal((await ask('PUT', '/v3/secrets/orders', { value: SECRET })).status, 200);
      const { data: made, text } = await ask('POST', '/v3/automations', automation('Bearer {{secrets.orders}}'));
      assert.ok(made, text);
      await ask('POST', `/v3/automations/${made.id}/publish`, {});
      const contact = await tenant.contact();
      await ask('POST', `/v3/automations/${made.id}/trigger`, { contactId: contact.id });
      for (let waited = 0; waited < CALLED_WITHIN_MS && shop.heard.length === 0; waited += 100) await wait(100);
      assert.deepEqual(shop.heard, [`Bearer ${SECRET}`], 'the call carries the value of the secret');
      await wait(1_000);
      const seen = await Promise.all([
        ask('GET', `/v3/automations/${made.id}`),
        ask('POST', '/v3/automation_runs/search', {}),
        ask('POST', '/v3/secrets/search', {}),
        ask('POST', '/v3/audit_log/search', {}),
        ask('POST', '/v3/events/search', {}),
      ]);
      const runId = seen[1].data[0].id;
      seen.push(
        await ask('GET', `/v3/automation_runs/${runId}`),
        await ask('POST', `/v3/automation_runs/${runId}/steps/search`, {}),
      );
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
