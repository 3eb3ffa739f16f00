import type { Client } from 'pg';
import { configurationTables } from './tables.ts';

/** The tenant whose rows are most of each table, and the tenants with the rest. */
export const LARGE_TENANT = '019a0000-0000-7000-8000-f6e5d4c3b2a1';
const OTHER_TENANTS = 50;
/** Tenants that share the rows of a table of configuration. */
const CONFIGURED_TENANTS = 1_000;
const WEEKS = 3;

type Column = { name: string; type: string; isNullable: boolean; isKey: boolean; isPartitionKey: boolean; choices: string[] };

/**
 * Fills the tables with made-up rows: four of five belong to one tenant, ids have times of the last weeks, and a column takes the values that its
 * check constraint lists. Only statistics matter, so rows refer to no other rows, and constraints are dropped. Every table is filled from the
 * catalogue, so a new table needs nothing here.
 */
export async function fillTables(client: Client, tables: readonly string[], rows: number): Promise<void> {
  await client.query(`select make_partitions(now() - interval '${WEEKS} weeks', now() + interval '1 week')`);
  await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
  const wanted: { table: string; columns: Column[] }[] = [];
  for (const table of tables) wanted.push({ table, columns: await columnsOf(client, table) });
  await dropChecks(client);
  for (const { table, columns } of wanted) {
    const tenant = configurationTables.includes(table) ? ONE_OF_MANY : MOSTLY_ONE;
    await client.query(insertion(table, columns, rows, tenant));
  }
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze');
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
    exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey)) as "isKey",
    exists (select 1 from pg_partitioned_table p where p.partrelid = a.attrelid and a.attnum = any (p.partattrs)) as "isPartitionKey",
    coalesce((select string_agg(pg_get_constraintdef(c.oid), ' ') from pg_constraint c
      where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]), '') as checks
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  order by a.attnum`;

async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column & { checks: string }>(COLUMNS, [table]);
  return rows.map((column) => ({
    ...column,
    choices: [...column.checks.matchAll(/'([a-z0-9_.-]+)'::text/g)].map((found) => found[1] ?? ''),
  }));
}

async function dropChecks(client: Client): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text from pg_constraint
     where contype = 'c' and conrelid <> 0 and coninhcount = 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { text } of rows) await client.query(text);
}

/** Rows that collide with a unique key are left out: there are enough. */
function insertion(table: string, columns: Column[], rows: number, tenant: string): string {
  const hasId = columns.some(({ name }) => name === 'id');
  return `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
    select ${columns.map((column) => (column.name === 'tenant_id' ? tenant : valueFor(column, rows, hasId))).join(',\n')}
    from generate_series(1, ${rows}) n,
      lateral (select ${timeOf('n', rows)} as at offset 0) times
    on conflict do nothing`;
}

const tenantNumber = (n: string): string => `'019a0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0')`;
const MOSTLY_ONE = `(case when n % 5 > 0 then '${LARGE_TENANT}' else ${tenantNumber(`n / 5 % ${OTHER_TENANTS}`)} end)::uuid`;
const ONE_OF_MANY = `(case n % ${CONFIGURED_TENANTS} when 0 then '${LARGE_TENANT}' else ${tenantNumber(`n % ${CONFIGURED_TENANTS}`)} end)::uuid`;
/** An id with this time. */
const idAt = (at: string, n: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const timeOf = (n: string, rows: number): string => `now() - interval '${WEEKS} weeks' * (1 - ${n} / ${rows}::float8)`;
const TIMED_ID = idAt('at', 'n');

function valueFor(column: Column, rows: number, hasId: boolean): string {
  const value = valueOfType(column, rows, hasId);
  return column.isNullable && !column.isKey ? `case when n % 4 = 0 then ${value} end` : value;
}

function valueOfType({ name, type, isKey, isPartitionKey, choices }: Column, rows: number, hasId: boolean): string {
  if (type === 'uuid' && CONFIGURED.test(name) && hasId) return idOfAnother(20, rows);
  if (type === 'uuid') return name === 'id' || isPartitionKey || isKey ? TIMED_ID : idOfAnother(Math.ceil(rows / 5), rows);
  if (choices.length > 0) return `(array['${choices.join("','")}'])[1 + n % ${choices.length}]`;
  if (type === 'text') return `'${name} ' || ${isKey ? 'n' : 'n % 5000'}`;
  return BY_TYPE[type] ?? failOn(name, type);
}

/** Columns with ids of configuration: a few values in all rows. */
const CONFIGURED = /^(.*_)?(channel|label|user|team|webhook|automation|campaign|version)_id$/;

/** One of so many ids of rows: the messages of a chat share one, for example. */
function idOfAnother(ids: number, rows: number): string {
  const row = `(n * 7919 % ${ids}) * ${Math.floor(rows / ids)}`;
  return idAt(timeOf(row, rows), row);
}

const BY_TYPE: Record<string, string> = {
  'timestamp with time zone': 'at',
  date: 'at::date',
  integer: 'n % 1000',
  smallint: 'n % 100',
  bigint: 'n',
  'double precision': 'n',
  numeric: 'n',
  real: 'n',
  boolean: 'n % 10 = 0',
  jsonb: `jsonb_build_object('n', n)`,
  json: `json_build_object('n', n)`,
  bytea: `decode(md5(n::text), 'hex')`,
  tsvector: `array_to_tsvector(array['word' || n % 5000, 'word' || n % 10])`,
  'text[]': `array['text' || n % 5000]`,
  'uuid[]': 'array[gen_random_uuid()]',
  'integer[]': 'array[n]',
  inet: `'127.0.0.1'::inet`,
  interval: `interval '1 hour'`,
};

function failOn(name: string, type: string): never {
  throw new Error(
    `The column ${name} has the type ${type}, which tests/queries/fill.ts cannot fill. Add an expression for it to BY_TYPE.`,
  );
}
