import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { tagOf } from '../../server/src/domain/messages/search-terms.ts';
import { migrate, readMigrations } from '../../server/src/storage/migrate.ts';
import type { TestDatabase } from '../../server/src/test-kit/database.ts';
import type { Side } from './inbox-side.ts';
import { CONVERSATIONS, forAllTenants, PEOPLE_AND_CHATS, SEEDING, WEEKS } from './seed-inbox-statements.ts';

export const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';

/**
 * Returns a database with both tenants. With KEEP=1 a template of these sizes and this schema is filled once and copied by each run; it
 * stays on the server until it is dropped by hand.
 */
export async function createInboxDatabase(sides: Side[]): Promise<TestDatabase> {
  const name = `patchbay_inbox_${process.pid}`;
  if (process.env.KEEP) await copyTemplate(sides, name);
  else await fillDatabase(name, sides);
  return {
    url: `${SERVER}/${name}`,
    drop: () => onServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

async function copyTemplate(sides: Side[], name: string): Promise<void> {
  const template = await templateName(sides);
  await onServer(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [template]);
    if (!rowCount) {
      await client.query(`drop database if exists ${template} with (force)`);
      await fillDatabase(template, sides);
      await client.query(`alter database ${template} is_template true`);
    }
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
}

async function templateName(sides: Side[]): Promise<string> {
  const migrations = await readMigrations();
  const statements = [...PEOPLE_AND_CHATS, ...CONVERSATIONS];
  const parts = [...migrations.map((one) => one.checksum), ...sides.map(({ chats }) => chats), ...statements];
  return `patchbay_inbox_template_${createHash('sha256').update(parts.join()).digest('hex').slice(0, 12)}`;
}

/** Creates a database and fills it with the tenants. `more`: statements for each tenant, in the form of those of the inbox. */
export async function fillDatabase(name: string, sides: Side[], more: readonly string[] = []): Promise<void> {
  const startedAt = performance.now();
  await migrate(`${SERVER}/${name}`);
  const url = `${SERVER}/${name}`;
  await onServer(
    (client) => client.query(`select make_partitions(now() - interval '${WEEKS + 1} weeks', now() + interval '4 weeks')`),
    url,
  );
  const indexes = await onServer(dropIndexes, url);
  await Promise.all(
    [[...PEOPLE_AND_CHATS, ...more], CONVERSATIONS].map((statements) =>
      onServer((client) => fill(client, sides, statements), url),
    ),
  );
  await createIndexes(indexes, url);
  await onServer((client) => client.query('vacuum analyze'), url);
  await onServer((client) => client.query('checkpoint'), url);
  console.log(`filled ${name} in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

const LARGE_TABLES = [
  'contacts',
  'contact_names',
  'handles',
  'contact_labels',
  'chats',
  'messages',
  'message_search',
  'campaign_recipients',
];

/** Drops the indexes of the large tables except primary keys, and returns their definitions: building them at the end is faster. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = any ($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [LARGE_TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made.replace(' ON ONLY ', ' ON ')); // builds the index of every partition
}

/** Creates the indexes over two connections. */
async function createIndexes(indexes: string[], url: string): Promise<void> {
  const left = [...indexes];
  const createSome = () =>
    onServer(async (client) => {
      await client.query(`set maintenance_work_mem = '1GB'`);
      for (let one = left.shift(); one; one = left.shift()) await client.query(one);
    }, url);
  await Promise.all([createSome(), createSome()]);
}

/** The rows are right by construction: triggers and the check of five million foreign keys would take longer than inserting. */
async function fill(client: Client, sides: Side[], statements: readonly string[]): Promise<void> {
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'`);
  await client.query(`create temp table ${SEEDING}`);
  await client.query('insert into seeding select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::int[])', [
    sides.map(({ tenantId }) => tenantId),
    sides.map(({ chats }) => chats),
    sides.map(({ tenantId }) => tagOf(tenantId)),
    sides.map(({ chats, messages }) => messages / chats),
  ]);
  for (const statement of statements) await client.query(forAllTenants(statement));
}

export async function onServer<T>(work: (client: Client) => Promise<T>, url = `${SERVER}/postgres`): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
