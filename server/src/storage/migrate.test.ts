import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
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
  return { client, run: () => migrate(`${SERVER}/${name}`, pathToFileURL(`${folder}/`)) };
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
