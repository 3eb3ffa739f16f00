import { randomUUID } from 'node:crypto';
import { createSecretBox } from '../../server/src/platform/secrets.ts';
import { createTestTenant, type TestTenant } from '../../server/src/test-kit/tenant.ts';
import type { Environment } from '../security/environment.ts';

export type Seeded = {
  tenant: TestTenant;
  /** What each value must be, by column and label. Calls of the API change it. */
  expected: Map<string, string>;
  secrets: string[];
  webhooks: string[];
  channels: string[];
};

const INSERT_ROWS = 5_000;

/** How the values of a large table are spread, and the statement that inserts them: $1 tenant, $2 ids, $3 sealed values. */
const LARGE = {
  secrets: `insert into secrets (tenant_id, id, name, hosts, sealed_value, created_at, updated_at)
    select $1, id, 'secret' || id, '{example.com}', sealed, now(), now() from unnest($2::uuid[], $3::bytea[]) as v (id, sealed)`,
  webhooks: `insert into webhooks (tenant_id, id, url, status, events, is_ordered, sealed_secret, created_at, updated_at)
    select $1, id, 'https://example.com/' || id, 'paused', '["chat.created"]', false, sealed, now(), now() from unnest($2::uuid[], $3::bytea[]) as v (id, sealed)`,
  channels: `insert into channels (tenant_id, id, type, name, settings, sealed_secrets, created_at, updated_at)
    select $1, id, 'sms', 'sms ' || id, '{"accountSid":"AC1","from":"+15557654321"}', sealed, now(), now() from unnest($2::uuid[], $3::bytea[]) as v (id, sealed)`,
};
const COLUMNS = { secrets: 'sealed_value', webhooks: 'sealed_secret', channels: 'sealed_secrets' };

/** Seals values with the old key, without the id of a key, in every table: half of them secrets, then webhooks and channels. */
export async function seedValues(environment: Environment, oldKey: string, values: number): Promise<Seeded> {
  const tenant = await createTestTenant(environment.deps);
  const seeded: Seeded = { tenant, expected: new Map(), secrets: [], webhooks: [], channels: [] };
  const box = createSecretBox({ MASTER_KEY: oldKey });
  for (const [table, share] of [
    ['secrets', 0.5],
    ['webhooks', 0.3],
    ['channels', 0.2],
  ] as const) {
    seeded[table] = Array.from({ length: Math.ceil(values * share) }, () => randomUUID());
    for (let at = 0; at < seeded[table].length; at += INSERT_ROWS) {
      const ids = seeded[table].slice(at, at + INSERT_ROWS);
      const sealed = ids.map((id) => box.seal(firstValue(table, id), `${table}:${id}`));
      await environment.superuser.query(LARGE[table], [tenant.id, ids, sealed]);
      for (const id of ids) seeded.expected.set(`${table}.${COLUMNS[table]} ${table}:${id}`, firstValue(table, id));
    }
  }
  await seedSmallTables(environment, seeded, box);
  return seeded;
}

const firstValue = (table: string, id: string): string =>
  table === 'channels' ? JSON.stringify({ authToken: `token of ${id}` }) : `first value of ${id}`;

/** One value in each table that the traffic does not use. */
async function seedSmallTables(
  { superuser }: Environment,
  { tenant, expected }: Seeded,
  box: ReturnType<typeof createSecretBox>,
) {
  const [account, user, id, endpoint] = [randomUUID(), randomUUID(), randomUUID(), 'https://push.example.com/1'];
  const insert = (column: string, label: string, text: string, values: unknown[]) => {
    expected.set(`${column} ${label}`, `value of ${label}`);
    return superuser.query(text, [box.seal(`value of ${label}`, label), ...values]);
  };
  const push = "insert into push_keys (public_key, sealed_private_key, created_at) values ('public', $1, now())";
  await insert('push_keys.sealed_private_key', 'push_keys:1', push, []);
  const provider = `insert into identity_providers (tenant_id, issuer, client_id, sealed_client_secret, allowed_email_domains, created_at, updated_at)
    values ($2, 'https://id.example.com', 'client', $1, '{example.com}', now(), now())`;
  await insert('identity_providers.sealed_client_secret', `identity_providers:${tenant.id}`, provider, [tenant.id]);
  await superuser.query(
    "insert into accounts (account_id, email, name, created_at, updated_at) values ($1, 'a@example.com', 'A', now(), now())",
    [account],
  );
  const totp = 'insert into totp_factors (account_id, sealed_secret, created_at) values ($2, $1, now())';
  await insert('totp_factors.sealed_secret', `totp_factors:${account}`, totp, [account]);
  await superuser.query(
    `insert into users (tenant_id, id, name, email, role, status, created_at, updated_at)
     values ($1, $2, 'A', 'a@example.com', 'admin', 'active', now(), now())`,
    [tenant.id, user],
  );
  const browser = `insert into push_subscriptions (tenant_id, id, user_id, endpoint, sealed_keys, created_at, updated_at)
    values ($2, $3, $4, $5, $1, now(), now())`;
  const label = `push_subscriptions:${tenant.id}:${endpoint}`;
  await insert('push_subscriptions.sealed_keys', label, browser, [tenant.id, id, user, endpoint]);
}
