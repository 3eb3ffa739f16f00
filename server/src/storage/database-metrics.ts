import type { Pool } from 'pg';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { measureReplication } from './replication-metrics.ts';
import { measureSnapshots } from './snapshot-metrics.ts';

const EVERY_MS = 15_000;

type Deps = { pool: Pool; metrics: Metrics; log: Logger; everyMs?: number };

/** Adds to the metrics how far standbys with a replication slot are behind, and how old the oldest snapshot is. */
export function watchDatabase({ pool, metrics, log, everyMs = EVERY_MS }: Deps): { stop(): Promise<void> } {
  const measures = [measureReplication(metrics), measureSnapshots(metrics)];
  let running: Promise<void> | undefined;
  const measureAll = async () => {
    for (const measure of measures)
      await measure(pool).catch((error: unknown) => log.warn({ err: error }, 'failed to measure the database, retrying'));
  };
  const tick = () => {
    running ??= measureAll().finally(() => {
      running = undefined;
    });
  };
  tick();
  const timer = setInterval(tick, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
