import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { lockMigrations } from './locks.ts';
import { runMigration } from './migration-kinds.ts';

const folder = new URL('./migrations/', import.meta.url);

export type Migration = { name: string; text: string; checksum: string };

/**
 * Runs the migrations that are missing, in the order of their names; the end of a name says how (`migration-kinds.ts`). A file must not
 * change after it ran. Creates the database if it does not exist. Can run on several machines at once, and can be repeated.
 */
export async function migrate(ownerUrl: string, from: URL = folder): Promise<string[]> {
  await createDatabase(ownerUrl);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await lockMigrations(client);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied: string[] = [];
    for (const migration of await readMigrations(from)) {
      if (await apply(client, migration)) applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

export async function readMigrations(from: URL = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, from), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function apply(client: Client, migration: Migration): Promise<boolean> {
  const { name, checksum } = migration;
  const known = await client.query<{ checksum: string }>('select checksum from migrations where name = $1', [name]);
  if (known.rows[0]?.checksum === checksum) return false;
  if (known.rows[0]) throw new Error(`${name} was changed after it ran here; write a new migration instead`);
  await runMigration(client, migration);
  return true;
}

async function createDatabase(ownerUrl: string): Promise<void> {
  const url = new URL(ownerUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    const existsNow = ['42P04', '23505'].includes((error as { code?: string }).code ?? '');
    if (!existsNow) throw error;
  } finally {
    await client.end();
  }
}
