import type { Pool } from 'pg';
import type { Metrics } from '../platform/metrics.ts';

/** Adds the connections of each pool to the metrics, and how many statements wait for one. */
export function observeConnections(metrics: Metrics, pools: Record<string, Pool>, waiting: () => number): void {
  metrics.gauge('patchbay_database_connections', 'Open connections to PostgreSQL, by pool and state', (result) => {
    for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
      result.observe(totalCount - idleCount, { pool, state: 'busy' });
      result.observe(idleCount, { pool, state: 'idle' });
    }
  });
  metrics.gauge(
    'patchbay_database_waiting',
    'Statements and transactions that wait for a connection or for the turn of their tenant',
    (result) => result.observe(waiting()),
  );
}

/** Adds to the metrics whether each service was usable when it was last used. */
export function observeServices(metrics: Metrics, services: Record<string, () => boolean>): void {
  metrics.gauge('patchbay_service_up', 'Whether a service can be used: 1 or 0, by service', (result) => {
    for (const [service, isUp] of Object.entries(services)) result.observe(isUp() ? 1 : 0, { service });
  });
}
