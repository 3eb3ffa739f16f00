import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { openDatabase } from './database.ts';
import { analyzeGrownTables } from './table-statistics.ts';

const { url, drop } = await createTestDatabase();
const database = openDatabase(loadConfig({ DATABASE_URL: url }), createLogger('silent'));
const owner = new Client({ connectionString: url });
await owner.connect();
after(async () => {
  await database.close();
  await owner.end();
  await drop();
});

const ID = '00000000-0000-0000-0000-00000000000a';
const lookUp = `explain select open_until from chats where tenant_id = '${ID}' and channel_id = '${ID}' and handle_id = '${ID}'`;
const planOf = async (): Promise<string> =>
  (await owner.query<{ 'QUERY PLAN': string }>(lookUp)).rows.map((row) => row['QUERY PLAN']).join(' ');

async function insertChats(count: number): Promise<void> {
  await owner.query('set session_replication_role = replica'); // without contacts, handles and report counts
  await owner.query(
    `insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, last_message_at, created_at, updated_at)
     select '${ID}', gen_random_uuid(), '${ID}', gen_random_uuid(), gen_random_uuid(), 'open', now(), now(), now() from generate_series(1, $1)`,
    [count],
  );
  await owner.query('select pg_stat_force_next_flush()');
  await owner.query('select 1');
}

test('a table that grows from nothing is analyzed, and a chat is found by its own index', async () => {
  await owner.query('alter table chats set (autovacuum_enabled = false)');
  await insertChats(3_000);
  assert.deepEqual(await analyzeGrownTables(database), ['chats']);
  assert.match(await planOf(), /chats_tenant_id_channel_id_handle_id_key|chats_handle/);
});

test('a table that has not doubled since is left alone', async () => {
  await insertChats(1_000);
  assert.deepEqual(await analyzeGrownTables(database), []);
});
