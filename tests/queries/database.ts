import { Client } from 'pg';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { fillTables } from './fill.ts';
import type { Grown } from './plan-faults.ts';
import { fixedTables } from './tables.ts';

/** A table or partition with its rows, and the table that it is a partition of. */
const RELATIONS = `
  select c.relname as name, coalesce(p.relname, c.relname) as table, c.reltuples as rows
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

const TABLES = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;

export type GrownDatabase = { client: Client; grown: Grown };

/** Calls `work` with a database in which every table that grows has this many rows. */
export async function inGrownDatabase<T>(rows: number, work: (database: GrownDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    const tables = await client.query<{ name: string }>(TABLES);
    const growing = tables.rows.map(({ name }) => name).filter((name) => !fixedTables.includes(name));
    await fillTables(client, growing, rows);
    return await work({ client, grown: await readGrown(client) });
  } finally {
    await client.end();
    await database.drop();
  }
}

async function readGrown(client: Client): Promise<Grown> {
  const { rows } = await client.query<{ name: string; table: string; rows: number }>(RELATIONS);
  const growing = rows.filter(({ table }) => !fixedTables.includes(table));
  return new Map(growing.map(({ name, table, rows }) => [name, { table, rows }]));
}
