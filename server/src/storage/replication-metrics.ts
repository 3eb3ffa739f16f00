import type { Pool } from 'pg';
import type { Metrics } from '../platform/metrics.ts';

const MOST_SLOTS = 100;
/** Slots whose names are remembered after they were dropped. */
const MOST_REMEMBERED = 2 * MOST_SLOTS;

type Slot = { slot: string; bytes: number };

/** The write-ahead log that each replication slot still needs: it grows while a standby is away, until the disk is full. */
const SLOTS = `select slot_name as slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as bytes
  from pg_replication_slots where restart_lsn is not null order by slot_name limit ${MOST_SLOTS}`;

/** Adds how far standbys with a replication slot are behind to the metrics. Returns the function that measures it. */
export function measureReplication(metrics: Metrics): (pool: Pool) => Promise<void> {
  const lag = new Map<string, number>();
  metrics.gauge('patchbay_replication_lag_bytes', 'Log that a replication slot has not received yet, by slot', (result) => {
    for (const [slot, bytes] of lag) result.observe(bytes, { slot });
  });
  return async (pool) => remember(lag, (await pool.query<Slot>(SLOTS)).rows);
}

/**
 * Stores how far each slot is behind. A slot that was dropped keeps no log: it is 0, because the SDK would repeat the last value of a series
 * that is not observed any more, and the alert would not end.
 */
function remember(lag: Map<string, number>, slots: Slot[]): void {
  for (const slot of lag.keys()) lag.set(slot, 0);
  for (const { slot, bytes } of slots) {
    lag.delete(slot); // the slots of the past come first
    lag.set(slot, bytes);
  }
  for (const slot of lag.keys()) if (lag.size > MOST_REMEMBERED) lag.delete(slot);
}
