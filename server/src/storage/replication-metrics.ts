import type { Pool } from 'pg';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';

const EVERY_MS = 15_000;
const MOST_SLOTS = 100;

type Slot = { slot: string; bytes: number };

/** The write-ahead log that each replication slot still needs: it grows while a standby is away, until the disk is full. */
const SLOTS = `select slot_name as slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as bytes
  from pg_replication_slots where restart_lsn is not null order by slot_name limit ${MOST_SLOTS}`;

type Deps = { pool: Pool; metrics: Metrics; log: Logger };

/** Adds how far standbys with a replication slot are behind to the metrics. */
export function watchReplication({ pool, metrics, log }: Deps): { stop(): Promise<void> } {
  let slots: Slot[] = [];
  let running: Promise<void> | undefined;
  metrics.gauge('patchbay_replication_lag_bytes', 'Log that a replication slot has not received yet, by slot', (result) => {
    for (const { slot, bytes } of slots) result.observe(bytes, { slot });
  });
  const measure = async () => {
    try {
      slots = (await pool.query<Slot>(SLOTS)).rows;
    } catch (error) {
      log.warn({ err: error }, 'failed to read replication slots, retrying');
    }
  };
  const tick = () => {
    running ??= measure().finally(() => {
      running = undefined;
    });
  };
  tick();
  const timer = setInterval(tick, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
