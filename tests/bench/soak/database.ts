import type { Client } from 'pg';

export type DatabaseState = {
  connections: number;
  deadRows: number;
  /** What autovacuum leaves: rows below its threshold in each table that changes. */
  deadRowsBelowThreshold: number;
  /** Rows updated and deleted so far. Each leaves a dead row. */
  changedRows: number;
  tableBytes: number;
  indexBytes: number;
  messages: number;
};

const STATE = `
  with settings as (
    select current_setting('autovacuum_vacuum_threshold')::float8 as threshold, current_setting('autovacuum_vacuum_scale_factor')::float8 as scale
  ), tables as (
    select s.n_dead_tup, s.n_live_tup, s.n_tup_upd + s.n_tup_del as changed, coalesce(
        (select option_value::float8 from pg_options_to_table(c.reloptions) where option_name = 'autovacuum_vacuum_scale_factor'), scale
      ) as scale, threshold
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid cross join settings
  )
  select
    (select count(*) from pg_stat_activity where datname = current_database())::float8 as "connections",
    (select coalesce(sum(n_dead_tup), 0) from tables)::float8 as "deadRows",
    (select coalesce(sum(threshold + scale * n_live_tup), 0) from tables where changed > 0)::float8 as "deadRowsBelowThreshold",
    (select coalesce(sum(changed), 0) from tables)::float8 as "changedRows",
    (select sum(pg_table_size(oid)) from pg_class where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace)::float8 as "tableBytes",
    (select sum(pg_indexes_size(oid)) from pg_class where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace)::float8 as "indexBytes",
    (select count(*) from messages)::float8 as "messages"`;

export async function readDatabase(client: Client): Promise<DatabaseState> {
  const [state] = (await client.query<DatabaseState>(STATE)).rows;
  if (!state) throw new Error('the statistics of the database are empty');
  return state;
}

/** Returns the seconds between two looks of autovacuum at a database. */
export async function autovacuumNaptime(client: Client): Promise<number> {
  const text = `select setting::float8 as seconds from pg_settings where name = 'autovacuum_naptime'`;
  return (await client.query<{ seconds: number }>(text)).rows[0]?.seconds ?? 60;
}

/** Rounds of autovacuum that a dead row may wait for: one under way that began before it, and the next. */
const ROUNDS_OF_VACUUM = 2;

/**
 * Returns the dead rows that a database may have: those below the thresholds of autovacuum, and those that come while it does not look. A
 * database that is not vacuumed, or in which an old snapshot keeps rows, exceeds it within minutes.
 */
export const deadRowsLimit = (belowThreshold: number, changedPerSecond: number, naptimeSeconds: number): number =>
  belowThreshold + changedPerSecond * naptimeSeconds * ROUNDS_OF_VACUUM;
