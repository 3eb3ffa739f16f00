import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment, Scenario } from '../environment.ts';

const CONTACTS = 4_000;
const EXPORTS = 30;
/** How many of the other tenant's exports may end while one export waits and runs. */
const MOST_BEFORE = 10;

/** Many exports of one tenant do not hold up the export of another, and can be cancelled. */
export const scenario: Scenario = {
  entry: 13,
  title: 'jobs of one tenant do not starve those of another',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const [loud, other] = [await environment.tenant(), await environment.tenant()];
    await seedContacts(environment, loud.id);
    await other.contact();
    const started = await Promise.all(Array.from({ length: EXPORTS }, () => call(baseUrl, loud.token, '/v3/contact_exports')));
    const before = await countEnded(environment, loud.id);
    const { data } = await call(baseUrl, other.token, '/v3/contact_exports');
    while ((await statusOf(environment, data.id)) === 'running') await wait(50);
    const ended = (await countEnded(environment, loud.id)) - before;
    assert.ok(ended <= MOST_BEFORE, `an export ended after ${ended} of ${EXPORTS} exports of another tenant`);
    for (const one of started.toReversed()) {
      const isRunning = (await statusOf(environment, one.data.id)) === 'running';
      if (isRunning) await call(baseUrl, loud.token, `/v3/contact_exports/${one.data.id}/cancel`);
    }
  },
};

async function call(baseUrl: string, token: string, path: string): Promise<{ data: { id: string } }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(baseUrl + path, { method: 'POST', headers, body: '{}' });
  const text = await reply.text();
  // One that ended a moment ago cannot be cancelled any more.
  assert.ok(reply.ok || reply.status === 409, `${path} answered ${reply.status} ${text}`);
  return JSON.parse(text) as { data: { id: string } };
}

async function statusOf({ superuser }: Environment, id: string): Promise<string> {
  const { rows } = await superuser.query<{ status: string }>('select status from contact_exports where id = $1', [id]);
  return rows[0]?.status ?? 'missing';
}

async function countEnded({ superuser }: Environment, tenantId: string): Promise<number> {
  const { rows } = await superuser.query<{ n: number }>(
    `select count(*)::int as n from contact_exports where tenant_id = $1 and status <> 'running'`,
    [tenantId],
  );
  return rows[0]?.n ?? 0;
}

async function seedContacts({ superuser }: Environment, tenantId: string): Promise<void> {
  await superuser.query(
    `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at)
     select $1, gen_random_uuid(), 'First ' || i, 'Last ' || i, true, now(), now() from generate_series(1, $2::int) i`,
    [tenantId, CONTACTS],
  );
  await superuser.query('analyze contacts');
}
