import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Client } from 'pg';
import { withDatabaseBefore } from '../test-kit/old-database.ts';
import { migrate } from './migrate.ts';

const FIRST_NEW = '0064';
const OLD_ROWS = 7_000;
const tenant = '01a1dcc9-8af2-701f-acba-000000000001';
const idOf = (n: number): string => `01a1dcc9-8af2-701f-acba-0000000001${String(n).padStart(2, '0')}`;
const [channel, campaign, run] = [idOf(1), idOf(2), idOf(3)];

/** Two thirds have an error: nine different ones. */
const RECIPIENTS = `insert into campaign_recipients (tenant_id, id, campaign_id, run_id, contact_id, channel_id, state, error, created_at, updated_at)
  select '${tenant}', gen_random_uuid(), '${campaign}', '${run}', gen_random_uuid(), '${channel}', 'failed',
    case when n % 3 > 0 then jsonb_build_object('key', 'key ' || n % 4, 'code', case when n % 5 > 0 then (n % 5)::text end, 'message', 'm ' || n) end,
    now(), now() from generate_series(1, $1::int) n`;
const BEFORE = [
  `insert into tenants (tenant_id, name, plan, created_at, updated_at) values ('${tenant}', 'T', 'free', now(), now())`,
  `insert into channels (tenant_id, id, type, name, created_at, updated_at) values ('${tenant}', '${channel}', 'sms', 'S', now(), now())`,
  `insert into campaigns (tenant_id, id, channel_id, name, status, content, audience, created_at, updated_at)
     values ('${tenant}', '${campaign}', '${channel}', 'C', 'running', '{}', '{}', now(), now())`,
];

/** What servers do meanwhile, to some rows each. */
const WRITES = [
  `update campaign_recipients set state = 'planned', error = null where id in (select id from campaign_recipients where error is not null order by random() limit 20)`,
  `update campaign_recipients set error = '{"key": "late", "code": null, "message": "m"}'
     where id in (select id from campaign_recipients where error is null order by random() limit 20)`,
  `update campaign_recipients set updated_at = now() where id in (select id from campaign_recipients order by random() limit 20)`,
  `update campaign_recipients set error = error || '{"message": "Erased with the contact"}'
     where id in (select id from campaign_recipients where error is not null order by random() limit 20)`,
];

const COUNTED = `select key, nullif(code, '') as code, sum(amount)::int as count
  from (select key, code, amount from campaign_error_counts union all select key, code, amount from campaign_error_deltas) stored
  group by 1, 2 having sum(amount) <> 0 order by 1, 2`;
const RECOUNTED = `select error->>'key' as key, error->>'code' as code, count(*)::int as count from campaign_recipients
  where error is not null group by 1, 2 order by 1, 2`;

/** An installation of the version before, with recipients that have errors. */
async function withOldDatabase(look: (client: Client, url: string) => Promise<void>): Promise<void> {
  await withDatabaseBefore(FIRST_NEW, async (client, url) => {
    for (const statement of BEFORE) await client.query(statement);
    await client.query(RECIPIENTS, [OLD_ROWS]);
    await look(client, url);
  });
}

/** Writes until it is stopped. A statement that loses a deadlock is skipped, as a request would repeat it. */
async function startWriting(url: string): Promise<{ stop(): Promise<void>; written(): number }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let isStopped = false;
  let written = 0;
  const loop = async () => {
    for (let i = 0; !isStopped; i++) {
      await client.query(WRITES[i % WRITES.length] ?? '').then(
        () => written++,
        (error: { code?: string }) => assert.equal(error.code, '40P01'),
      );
      await client.query(RECIPIENTS, [3]);
    }
  };
  const running = loop();
  return {
    written: () => written,
    async stop() {
      isStopped = true;
      try {
        await running;
      } finally {
        await client.end();
      }
    },
  };
}

/** Compares the counts with the rows, at one moment. */
async function assertCounted(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read');
  assert.deepEqual((await client.query(COUNTED)).rows, (await client.query(RECOUNTED)).rows);
  const { rows } = await client.query(
    'select count(*)::int as n from campaign_recipients where (error is null) <> (error_key is null)',
  );
  await client.query('commit');
  assert.deepEqual(rows, [{ n: 0 }]);
}

test('the migration counts the errors of recipients of before, while servers change them', async () => {
  await withOldDatabase(async (client, url) => {
    const writers = await Promise.all([startWriting(url), startWriting(url)]);
    try {
      await migrate(url);
      await assertCounted(client);
    } finally {
      await Promise.all(writers.map((writer) => writer.stop()));
    }
    const written = writers.map((writer) => writer.written());
    assert.ok(
      written.every((n) => n > 4),
      `${written}`,
    );
    await assertCounted(client);
    const indexes = await client.query(
      `select indexrelid::regclass::text as name from pg_index where indrelid = 'campaign_recipients'::regclass and indisvalid order by 1`,
    );
    assert.deepEqual(
      indexes.rows.map(({ name }) => name),
      ['campaign_recipients_campaign', 'campaign_recipients_error', 'campaign_recipients_once', 'campaign_recipients_pkey'],
    );
  });
});

test('the owner of the tables needs no right to bypass the policies', async () => {
  await withOldDatabase(async (client, url) => {
    const owner = `patchbay_test_owner_${randomBytes(4).toString('hex')}`;
    await client.query(`create role ${owner} login`);
    try {
      await client.query(`grant create on schema public to ${owner}`);
      const { rows } = await client.query<{ text: string }>(
        `select format('alter table %s owner to ${owner}', oid::regclass) as text from pg_class
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         union all select format('alter routine %s owner to ${owner}', oid::regprocedure) from pg_proc where pronamespace = 'public'::regnamespace`,
      );
      for (const { text } of rows) await client.query(text);
      await migrate(Object.assign(new URL(url), { username: owner }).href);
      await assertCounted(client);
      const unforced = await client.query(
        `select relname from pg_class where relname like 'campaign%' and relkind = 'r' and not relforcerowsecurity`,
      );
      assert.deepEqual(unforced.rows, []);
    } finally {
      await client.query(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`);
    }
  });
});
