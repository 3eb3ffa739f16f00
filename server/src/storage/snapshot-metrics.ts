import type { Pool } from 'pg';
import type { Metrics } from '../platform/metrics.ts';

const MOST_REMEMBERED = 1_000;

/** The time in seconds, the next transaction id, and how many ids before it the oldest snapshot begins. */
export type Reading = { at: number; next: number; held: number };

/**
 * Everything that keeps vacuum from removing dead rows of this database: sessions, standbys that send feedback (a session without a database, or
 * a slot), and prepared transactions. The snapshot of vacuum itself keeps nothing. PostgreSQL shows these ids to every role; when a
 * transaction of another role began, it does not.
 */
const OLDEST = `select extract(epoch from clock_timestamp())::float8 as at, pg_snapshot_xmax(pg_current_snapshot())::text::float8 as next,
    coalesce(max(age(xid)), 0)::float8 as held
  from (
    select unnest(array[backend_xmin, backend_xid]) as xid from pg_stat_activity session
    where (datname = current_database() or datname is null) and pid <> pg_backend_pid()
      and not exists (select from pg_stat_progress_vacuum vacuum where vacuum.pid = session.pid)
    union all select transaction from pg_prepared_xacts where database = current_database()
    union all select xmin from pg_replication_slots where wal_status is distinct from 'lost'
  ) holders`;

/** Adds the age of the oldest snapshot to the metrics. Returns the function that measures it. */
export function measureSnapshots(metrics: Metrics): (pool: Pool) => Promise<void> {
  const ageOf = createSnapshotAges();
  let seconds: number | undefined;
  metrics.gauge(
    'patchbay_oldest_snapshot_seconds',
    'How long a transaction has kept vacuum from removing dead rows; 0 if none does',
    (result) => {
      if (seconds !== undefined) result.observe(seconds);
    },
  );
  return async (pool) => {
    const { rows } = await pool.query<Reading>(OLDEST);
    if (rows[0]) seconds = ageOf(rows[0]);
  };
}

/**
 * Returns a function that returns the age of the oldest snapshot in seconds. A snapshot has no time, only the transaction id from which on it
 * keeps dead rows: its age is the time since a reading first found that this id was used. It counts from the first reading at most.
 */
export function createSnapshotAges(): (reading: Reading) => number {
  let past: Reading[] = [];
  return (reading) => {
    const { at, next, held } = reading;
    // ids above the next one are from before a restore
    past = [...past, reading].filter((one) => one.next > next - held && one.next <= next);
    if (past.length > MOST_REMEMBERED) past = past.filter((_, index) => index % 2 === 0); // keeps the first
    return Math.max(0, at - (past[0]?.at ?? at));
  };
}
