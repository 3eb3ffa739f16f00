import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { readMigrations } from '../storage/migrate.ts';

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';

/** Runs the work on a new database that has only the migrations before this one, and drops it. */
export async function withDatabaseBefore(migration: string, work: (client: Client, url: string) => Promise<void>): Promise<void> {
  const name = `patchbay_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const server = new Client({ connectionString: `${SERVER}/postgres` });
  await server.connect();
  await server.query(`create database ${name}`);
  const client = new Client({ connectionString: `${SERVER}/${name}` });
  await client.connect();
  try {
    await applyBefore(client, migration);
    await work(client, `${SERVER}/${name}`);
  } finally {
    await client.end();
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}

async function applyBefore(client: Client, migration: string): Promise<void> {
  await client.query(
    'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  for (const { name, text, checksum } of (await readMigrations()).filter(({ name }) => name < migration)) {
    await client.query(text);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
}
