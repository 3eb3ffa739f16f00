import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate, readMigrations } from '../storage/migrate.ts';

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';
const LOCK = 724_000_002;

export type TestDatabase = { url: string; drop(): Promise<void> };

/** Creates a database from a template, which is migrated once per set of migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const migrations = await readMigrations();
  const version = createHash('sha256')
    .update(['partitions', ...migrations.map((m) => m.checksum)].join())
    .digest('hex')
    .slice(0, 12);
  const template = `patchbay_template_${version}`;
  const name = `patchbay_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]); // one test file creates the template, the others wait
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [template]);
    if (!rowCount) {
      await client.query(`drop database if exists ${template} with (force)`);
      await migrate(`${SERVER}/${template}`);
      await makePartitions(`${SERVER}/${template}`);
      await client.query(`alter database ${template} is_template true`);
    }
    await enableAutovacuum(client);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: `${SERVER}/${name}`,
    drop: () => onServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

/** Turns autovacuum on: without statistics PostgreSQL chooses slow plans. */
async function enableAutovacuum(client: Client): Promise<void> {
  const { rows } = await client.query<{ autovacuum: string }>('show autovacuum');
  if (rows[0]?.autovacuum === 'on') return;
  await client.query('alter system set autovacuum = on');
  await client.query('select pg_reload_conf()');
}

/** Creates the partitions in the template: copying them is faster. A server adds missing ones at its start. */
const makePartitions = (url: string): Promise<void> =>
  onServer(async (client) => {
    await client.query("select make_partitions(now() - interval '1 day', now() + interval '28 days')");
  }, url);

async function onServer<T>(work: (client: Client) => Promise<T>, url = `${SERVER}/postgres`): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
