import { escapeIdentifier } from 'pg';
import type { Queryable } from './moves.store.ts';

/** A table with rows of tenants. `tenantColumn` is the first column of its primary key. */
export type TenantTable = {
  name: string;
  tenantColumn: string;
  key: string[];
  /** The column of the range of its partitions, a UUIDv7; null for a table without partitions. */
  partitionColumn: string | null;
  identityColumn: string | null;
};

/**
 * Tables that replication leaves out. The request log has no WAL, and is copied when the tenant has moved. Parts of callbacks exist inside one
 * transaction only. Sessions belong to accounts of the cell: people sign in again.
 */
const NOT_REPLICATED: readonly string[] = ['request_log', 'payload_parts', 'session_tenants'];

const TENANT_TABLES = `
  select c.relname as name, a.attname as "tenantColumn",
    coalesce((select array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum)) from pg_index i
      join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey::int2[])
      where i.indrelid = c.oid and i.indisprimary), '{}') as key,
    (select k.attname::text from pg_partitioned_table p join pg_attribute k on k.attrelid = c.oid and k.attnum = p.partattrs[0]
      where p.partrelid = c.oid) as "partitionColumn",
    (select k.attname::text from pg_attribute k where k.attrelid = c.oid and k.attidentity <> '' and not k.attisdropped) as "identityColumn"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    and a.attname = case c.relname when 'memberships' then 'user_tenant_id' else 'tenant_id' end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;

/** Returns every table with rows of tenants, read from the catalogue, so that a new table is moved too. */
export const selectTenantTables = async (cell: Queryable): Promise<TenantTable[]> =>
  (await cell.query<TenantTable>(TENANT_TABLES)).rows;

export const isReplicated = ({ name }: Pick<TenantTable, 'name'>): boolean => !NOT_REPLICATED.includes(name);

export type Partition = { name: string; parent: string; bounds: string; isLogged: boolean };

/** Returns the partitions of all tables with rows of tenants. */
export const selectPartitions = async (cell: Queryable): Promise<Partition[]> =>
  (
    await cell.query<Partition>(
      `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds, c.relpersistence = 'p' as "isLogged"
       from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
       where c.relispartition and c.relkind = 'r' and p.relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows;

/** Creates a partition as `make_partitions` does. */
export async function createPartition(cell: Queryable, { name, parent, bounds, isLogged }: Partition): Promise<void> {
  const kind = isLogged ? '' : 'unlogged';
  const [own, of] = [escapeIdentifier(name), escapeIdentifier(parent)];
  await cell.query(`create ${kind} table if not exists public.${own} partition of public.${of} ${bounds}`);
  const { rowCount } = await cell.query('select from pg_policy where polrelid = to_regclass($1)', [`public.${own}`]);
  if (!rowCount) await cell.query('select protect_table($1)', [name]);
}

/** Returns the checksums of the migrations that have run. */
export const selectMigrations = async (cell: Queryable): Promise<string> =>
  (await cell.query<{ all: string }>(`select string_agg(name || ' ' || checksum, ',' order by name) as all from migrations`))
    .rows[0]?.all ?? '';

/** Moves the sequences of identity columns behind the rows that have arrived: new rows come after them, and no number is used twice. */
export async function advanceSequence(cell: Queryable, table: TenantTable, tenantId: string): Promise<void> {
  if (table.identityColumn === null) return;
  const [name, column] = [escapeIdentifier(table.name), escapeIdentifier(table.identityColumn)];
  const text = `select setval(s.name::regclass, m.highest + $3) from (select pg_get_serial_sequence($1, $2) as name) s,
      (select coalesce(max(${column}), 0) as highest from ${name} where ${escapeIdentifier(table.tenantColumn)} = $4) m
    where m.highest >= coalesce(pg_sequence_last_value(s.name::regclass), 0)`;
  await cell.query(text, [table.name, table.identityColumn, SEQUENCE_GAP, tenantId]);
}

/** Other tenants take numbers while this one is set: the gap keeps it ahead of them. */
const SEQUENCE_GAP = 1_000_000;

export const hasTenant = async (cell: Queryable, tenantId: string): Promise<boolean> =>
  (await cell.query('select from tenants where tenant_id = $1', [tenantId])).rowCount === 1;
