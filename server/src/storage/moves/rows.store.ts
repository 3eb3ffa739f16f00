import { escapeIdentifier } from 'pg';
import type { Queryable } from './moves.store.ts';
import type { TenantTable } from './tables.store.ts';

const PAGE_ROWS = 2_000;

/** Copies rows in pages, in the order of the key. Rows that are there already stay as they are. Returns how many were read. */
export async function copyRows(
  source: Queryable,
  target: Queryable,
  { name, key, tenantColumn }: Pick<TenantTable, 'name' | 'key' | 'tenantColumn'>,
  ownerId: string,
): Promise<number> {
  const [table, columns] = [escapeIdentifier(name), key.map(escapeIdentifier)];
  let copied = 0;
  let after: string[] | undefined;
  for (;;) {
    const start = after ? `and (${columns}) > (${columns.map((_, i) => `$${i + 2}`)})` : '';
    const { rows } = await source.query<{ row: unknown; key: string[] }>(
      `select to_jsonb(t) as row, array[${columns.map((one) => `${one}::text`)}] as key from ${table} t
       where ${escapeIdentifier(tenantColumn)} = $1 ${start} order by ${columns} limit ${PAGE_ROWS}`,
      [ownerId, ...(after ?? [])],
    );
    await insertRows(
      target,
      name,
      rows.map(({ row }) => row),
    );
    copied += rows.length;
    after = rows.at(-1)?.key;
    if (rows.length < PAGE_ROWS) return copied;
  }
}

/** Inserts rows as JSON. Rows that are there already stay as they are. */
export async function insertRows(target: Queryable, name: string, rows: unknown[]): Promise<void> {
  if (rows.length === 0) return;
  const table = escapeIdentifier(name);
  await target.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`, [
    JSON.stringify(rows),
  ]);
}

const DELETE_ROWS = 5_000;

/** Deletes one batch of a tenant's rows. Returns how many there were. */
export async function deleteBatch(cell: Queryable, { name, key, tenantColumn }: TenantTable, tenantId: string): Promise<number> {
  const [table, tenant] = [escapeIdentifier(name), escapeIdentifier(tenantColumn)];
  const columns = key.map(escapeIdentifier).join(', ');
  const batch = columns ? `(${columns}) in (select ${columns} from ${table} where ${tenant} = $1 limit ${DELETE_ROWS})` : 'true';
  return (await cell.query(`delete from ${table} where ${tenant} = $1 and ${batch}`, [tenantId])).rowCount ?? 0;
}

/** Foreign keys and triggers do not act in this session: every table of the tenant is written by itself, also the counts that triggers keep. */
export const withoutTriggers = (cell: Queryable) => cell.query('set session_replication_role = replica');
export const withTriggers = (cell: Queryable) => cell.query('set session_replication_role = default');

/** Both cells must print values in the same way, and no time limit of the server's role applies. */
export const prepareSession = (cell: Queryable) =>
  cell.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 1; set statement_timeout = 0; set jit = off`);
