import { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import { asRole } from '../database.ts';
import type { SealedTable } from './sealed-columns.ts';

const KEY_ROLE = 'patchbay_keys';
const PAGE_ROWS = 500;
/** A page ends after the value that exceeds this, so that large values do not fill the memory. */
const PAGE_BYTES = 4_194_304;

export type SealedColumn = Omit<SealedTable, 'columns'> & { column: string };
export type SealedRow = { key: string[]; label: string; sealed: Buffer };
export type Replacement = { key: string[]; before: Buffer; after: Buffer };

/** Opens the connection of the role that sees the sealed values of all tenants. The login must be a superuser or a member of it. */
export function openKeyPool(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL'>): Pool {
  return new Pool({ ...asRole(KEY_ROLE, config.DATABASE_OWNER_URL ?? config.DATABASE_URL), max: 1 });
}

/** Returns the next values that do not begin with the prefix, in the order of the primary key. */
export async function selectPage(
  pool: Pool,
  of: SealedColumn,
  prefix: Buffer,
  after: string[] | undefined,
): Promise<SealedRow[]> {
  const names = Object.keys(of.key);
  const start = after ? `and (${names}) > (${parameters(of, 3)})` : '';
  const text = `select key, label, sealed from (
      select array[${names.map((name) => `${name}::text`)}] as key, concat_ws(':', '${of.table}', ${of.label}) as label, ${of.column} as sealed,
        sum(octet_length(${of.column})) over (order by ${names}) - octet_length(${of.column}) as bytes_before,
        row_number() over (order by ${names}) as place
      from (select ${visible(of)} from ${of.table} where ${of.column} is not null and ${sealedOtherwise(of)} ${start} order by ${names} limit ${PAGE_ROWS}) as page
    ) as measured where bytes_before < $2 order by place`;
  return (await pool.query<SealedRow>(text, [prefix, PAGE_BYTES, ...(after ?? [])])).rows;
}

/**
 * Replaces values that are still as they were read. A row that a transaction of the server holds is left for the next pass, so neither
 * waits for the other. Returns how many were replaced.
 */
export async function replaceSealed(pool: Pool, of: SealedColumn, replacements: Replacement[]): Promise<number> {
  const names = Object.keys(of.key);
  const matches = names.map((name) => `t.${name} = v.${name}`).join(' and ');
  const isUnchanged = `t.${of.column} = v.sealed_before`;
  const lists = Object.values(of.key).map((type, i) => `$${i + 3}::${type}[]`);
  const text = `with v as (select * from unnest($1::bytea[], $2::bytea[], ${lists}) as v (sealed_before, sealed_after, ${names})),
      free as (select ${names.map((name) => `t.${name}`)} from ${of.table} t join v on ${matches} and ${isUnchanged} for update of t skip locked)
    update ${of.table} t set ${of.column} = v.sealed_after from v join free using (${names}) where ${matches} and ${isUnchanged}`;
  const keys = names.map((_, i) => replacements.map(({ key }) => key[i]));
  const values = [replacements.map(({ before }) => before), replacements.map(({ after }) => after), ...keys];
  return (await pool.query(text, values)).rowCount ?? 0;
}

/** Returns how many values do not begin with the prefix. */
export async function countOthers(pool: Pool, of: SealedColumn, prefix: Buffer): Promise<number> {
  const text = `select count(*)::int as count from ${of.table} where ${of.column} is not null and ${sealedOtherwise(of)}`;
  return (await pool.query<{ count: number }>(text, [prefix])).rows[0]?.count ?? 0;
}

const sealedOtherwise = ({ column }: SealedColumn): string =>
  `substring(${column} from 1 for octet_length($1::bytea)) <> $1::bytea`;
const parameters = ({ key }: SealedColumn, first: number): string[] =>
  Object.values(key).map((type, i) => `$${first + i}::${type}`);
const visible = ({ key, label, column }: SealedColumn): string[] => [...new Set([...Object.keys(key), ...label, column])];
