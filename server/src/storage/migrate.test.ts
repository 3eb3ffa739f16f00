import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { migrate } from './migrate.ts';

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';

/** An empty database, and a folder of migrations. */
async function given(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-migrations-'));
  const name = `patchbay_test_kinds_${randomBytes(6).toString('hex')}`;
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const client = new Client({ connectionString: `${SERVER}/${name}` });
  after(async () => {
    await client.end();
    const admin = new Client({ connectionString: `${SERVER}/postgres` });
    await admin.connect();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    client,
    run: () => migrate(`${SERVER}/${name}`, pathToFileURL(`${folder}/`)),
    add: (file: string, text: string) => writeFile(join(folder, file), text),
  };
}

const TABLE =
  'create table things (id int primary key, done int not null default 0); insert into things select generate_series(1, 25);';

test('an online migration runs outside a transaction, and an index whose creation was interrupted is made again', async () => {
  const { client, run } = await given({
    '0001_table.sql': `${TABLE} create index things_done on things (done);
      update pg_index set indisvalid = false where indexrelid = 'things_done'::regclass;`,
    '0002_index.online.sql': `-- two statements; the comment's semicolon is none of theirs
      create index concurrently if not exists things_done on things (done);
      create index concurrently if not exists things_both on things (done, id);`,
  });
  assert.deepEqual(await run(), ['0001_table.sql', '0002_index.online.sql']);
  assert.deepEqual(await run(), []);
  await client.connect();
  const { rows } = await client.query('select indisvalid from pg_index where indrelid = $1::regclass', ['things']);
  assert.deepEqual(
    rows.map(({ indisvalid }) => indisvalid),
    [true, true, true],
  );
});

test('an online migration that fails is not recorded, and is repeated from its beginning', async () => {
  const { client, run } = await given({
    '0001_table.sql': TABLE,
    '0002_index.online.sql': `create index concurrently if not exists things_done on things (done);
      create unique index concurrently if not exists things_once on things (done);`,
  });
  await assert.rejects(run(), /0002_index\.online\.sql stopped: .*; migrate again/);
  await client.connect();
  await client.query('update things set done = id');
  assert.deepEqual(await run(), ['0002_index.online.sql']);
});

test('a migration in batches commits each of them and continues where it stopped', async () => {
  const { client, run } = await given({
    '0001_table.sql': `${TABLE} create sequence calls;`,
    '0002_fill.batches.sql': `update things set done = done + 1
      where id in (select id from things where done = 0 limit 10) and 1 / (case when nextval('calls') = 15 then 0 else 1 end) = 1`,
  });
  await assert.rejects(run(), /0002_fill\.batches\.sql stopped: division by zero; migrate again, it continues/);
  await client.connect();
  const done = async () => (await client.query('select sum(done)::int as done, max(done) as most from things')).rows[0];
  assert.deepEqual(await done(), { done: 10, most: 1 });
  assert.deepEqual(await run(), ['0002_fill.batches.sql']);
  assert.deepEqual(await done(), { done: 25, most: 1 });
});

test('two migrations at once wait for each other, also while an index is created concurrently', async () => {
  const { client, run } = await given({
    '0001_table.sql': TABLE,
    '0002_index.online.sql': 'create index concurrently if not exists things_done on things (done);',
  });
  const applied = await Promise.all([run(), run(), run()]);
  assert.deepEqual(applied.flat().sort(), ['0001_table.sql', '0002_index.online.sql']);
  await client.connect();
});

test('a migration that loses a deadlock with a request is repeated', async () => {
  const { client, run, add } = await given({
    '0001_tables.sql': 'create table a (n int); insert into a values (1); create table b (n int); insert into b values (1);',
  });
  await run();
  await client.connect();
  await client.query("set deadlock_timeout = '1min'"); // so that PostgreSQL ends the migration, not this session
  await client.query('begin; update b set n = 2');
  await add('0002_columns.sql', 'alter table a add column x int; alter table b add column x int;');
  const running = run();
  await untilLocked(client, 'a');
  await client.query('update a set n = 2'); // waits for the migration, which waits for this session
  await client.query('commit');
  assert.deepEqual(await running, ['0002_columns.sql']);
  assert.deepEqual((await client.query('select a.n as a, b.n as b, a.x from a, b')).rows, [{ a: 2, b: 2, x: null }]);
});

/** Waits until a migration holds the lock of a table. */
async function untilLocked(client: Client, table: string): Promise<void> {
  const lock = "select 1 from pg_locks where relation = $1::text::regclass and mode = 'AccessExclusiveLock' and granted";
  for (const end = Date.now() + 10_000; (await client.query(lock, [table])).rowCount === 0; ) {
    assert.ok(Date.now() < end, `${table} was not locked within 10 s`);
    await wait(20);
  }
}
