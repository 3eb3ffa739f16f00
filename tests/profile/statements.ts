import type { Client } from 'pg';
import { readTemplates, sourceOf } from '../queries/sources.ts';

export type StatementCost = { source: string; text: string; calls: number; ms: number; rows: number; walBytes: number };
export type TableRows = { table: string; inserted: number; updated: number; hot: number; deleted: number };

/** Statements of the server only: the benchmark itself asks as the owner of the database. */
const STATEMENTS = `select query as text, sum(calls)::float as calls, sum(total_exec_time + total_plan_time)::float as ms,
    sum(rows)::float as rows, sum(wal_bytes)::float as "walBytes"
  from pg_stat_statements s join pg_roles r on r.oid = s.userid
  where s.dbid = (select oid from pg_database where datname = current_database()) and r.rolname like 'patchbay%'
  group by query order by ms desc`;

const TABLES = `select regexp_replace(relname, '_p[0-9]+$', '') as table, sum(n_tup_ins)::int as inserted, sum(n_tup_upd)::int as updated,
    sum(n_tup_hot_upd)::int as hot, sum(n_tup_del)::int as deleted
  from pg_stat_user_tables group by 1 having sum(n_tup_ins + n_tup_upd + n_tup_del) > 0 order by 1`;

export const resetStatements = (client: Client): Promise<unknown> => client.query('select pg_stat_statements_reset()');

export async function readStatements(client: Client): Promise<StatementCost[]> {
  const { rows } = await client.query<Omit<StatementCost, 'source'>>(STATEMENTS);
  const templates = readTemplates();
  return rows.map((row) => ({ ...row, source: sourceOf(templates, row.text)?.replace('server/src/', '') ?? '' }));
}

/** Returns rows written so far. PostgreSQL publishes these counts within a second of the end of a transaction. */
export async function readTables(client: Client): Promise<TableRows[]> {
  await client.query('select pg_stat_force_next_flush()');
  return (await client.query<TableRows>(TABLES)).rows;
}

export const tablesBetween = (before: TableRows[], after: TableRows[]): TableRows[] =>
  after.flatMap((now) => {
    const then = before.find(({ table }) => table === now.table);
    const row = {
      table: now.table,
      inserted: now.inserted - (then?.inserted ?? 0),
      updated: now.updated - (then?.updated ?? 0),
      hot: now.hot - (then?.hot ?? 0),
      deleted: now.deleted - (then?.deleted ?? 0),
    };
    return row.inserted + row.updated + row.deleted > 0 ? [row] : [];
  });
