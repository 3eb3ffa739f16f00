import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment, Scenario } from '../environment.ts';

const CONTACTS = 200_000;
const SEARCHES = 6;
const SORT_BY = 'asc(email),desc(phoneNumber),asc(fullName)';
const PLAY_MS = 6_000;
/** Far above what a read by id takes on a busy machine, far below the ten seconds that a request without a connection waits. */
const SLOWEST_MS = 4_000;
const CANCELLED_WITHIN_MS = 5_000;

/** Searches of one tenant, as costly as the API accepts, leave connections for others and end with their callers. */
export const scenario: Scenario = {
  entry: 4,
  title: 'costly searches of one tenant do not stop the others',
  async run(environment) {
    const [loud, other] = [await environment.tenant(), await environment.tenant()];
    await seedContacts(environment, loud.id);
    const contact = await other.contact();
    const { baseUrl } = await environment.start({}, 'api');
    const leaving = new AbortController();
    const search = (query: string) => sendSearch(baseUrl, loud.token, query, leaving.signal);
    const attack = Array.from({ length: SEARCHES }, (_, i) => search(conditions(45, i)));
    attack.push(...Array.from({ length: SEARCHES }, (_, i) => search(conditions(10, i + 100))));
    await wait(500);
    const reads = await readFor(PLAY_MS, `${baseUrl}/v3/contacts/${contact.id}`, other.token);
    leaving.abort();
    const answers = (await Promise.all(attack)).filter((status) => status !== 'left');
    assert.deepEqual([...new Set(reads.statuses)], [200], 'the other tenant is always answered');
    assert.ok(reads.slowestMs < SLOWEST_MS, `the slowest read of the other tenant took ${Math.round(reads.slowestMs)} ms`);
    assert.ok(!answers.includes(500), `the costly searches were answered ${answers.join(' ')}`);
    await requireNoneRunning(environment);
  },
};

const conditions = (count: number, salt: number): string =>
  `or(${Array.from({ length: count }, (_, i) => `contains(email,"zq${salt}x${i}")`).join(',')})`;

async function sendSearch(baseUrl: string, token: string, query: string, signal: AbortSignal): Promise<number | 'left'> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, sortBy: SORT_BY });
  const reply = await fetch(`${baseUrl}/v3/contacts/search`, { method: 'POST', headers, body, signal }).catch(() => undefined);
  return reply?.status ?? 'left';
}

async function readFor(ms: number, url: string, token: string): Promise<{ statuses: number[]; slowestMs: number }> {
  const statuses: number[] = [];
  let slowestMs = 0;
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    statuses.push(status);
    await wait(20);
  }
  return { statuses, slowestMs };
}

async function requireNoneRunning({ superuser }: Environment): Promise<void> {
  const until = performance.now() + CANCELLED_WITHIN_MS;
  let running = Number.NaN;
  while (running !== 0 && performance.now() < until) {
    await wait(200);
    const { rows } = await superuser.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '%ilike%'`,
    );
    running = rows[0]?.n ?? 0;
  }
  assert.equal(running, 0, `${running} searches still run after their callers have left`);
}

async function seedContacts({ superuser }: Environment, tenantId: string): Promise<void> {
  await superuser.query('set session_replication_role = replica'); // without a check of each row's foreign keys
  await superuser.query(
    `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at)
     select $1, gen_random_uuid(), 'First ' || i, 'Last ' || i, true, now(), now() from generate_series(1, $2::int) i`,
    [tenantId, CONTACTS],
  );
  await superuser.query(
    `insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'email', id || '@example.com', id || '@example.com', true, now(), now()
     from contacts where tenant_id = $1`,
    [tenantId],
  );
  await superuser.query('reset session_replication_role');
  await superuser.query('analyze contacts, handles');
}
