import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Database } from './database.ts';

const DAY_MS = 86_400_000;
const AHEAD_DAYS = 28;
/** Ids of the day before are still written: those created just before midnight, or by a slow clock. */
const BEHIND_DAYS = 1;
const EVERY_MS = 3_600_000;

type MaintenanceDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  config: Pick<Config, 'MESSAGE_RETENTION_DAYS' | 'EVENT_RETENTION_DAYS' | 'AUDIT_RETENTION_DAYS' | 'REQUEST_LOG_DAYS'>;
};

/** Creates partitions four weeks ahead and drops those beyond the retention time. Any number of workers can run it. */
export function createPartitionMaintenance(deps: MaintenanceDeps) {
  let timer: NodeJS.Timeout | undefined;
  const tick = () =>
    maintainPartitions(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'partition maintenance failed, retrying within the hour'),
    );
  return {
    async start(): Promise<void> {
      await tick();
      timer = setInterval(() => void tick(), EVERY_MS);
    },
    stop(): void {
      clearInterval(timer);
    },
  };
}

export async function maintainPartitions(deps: MaintenanceDeps): Promise<{ made: number; dropped: number }> {
  const { database, log, metrics } = deps;
  const now = deps.clock.now().getTime();
  const [from, until] = [new Date(now - BEHIND_DAYS * DAY_MS), new Date(now + AHEAD_DAYS * DAY_MS)];
  const made = await countWithoutLimits(database, 'select make_partitions($1, $2) as n', [from, until]);
  let dropped = 0;
  for (const [table, days] of retention(deps.config)) {
    const olderThan = new Date(now - days * DAY_MS);
    if (days > 0) dropped += await countWithoutLimits(database, 'select drop_partitions($1, $2) as n', [table, olderThan]);
  }
  metrics.partitionsMade.add(made);
  metrics.partitionsDropped.add(dropped);
  if (made || dropped) log.info({ made, dropped }, 'partitions created or dropped');
  return { made, dropped };
}

/** Returns the retention of each partitioned table in days; 0 means unlimited. */
const retention = (config: MaintenanceDeps['config']): [table: string, days: number][] => [
  ['messages', config.MESSAGE_RETENTION_DAYS],
  ['message_search', config.MESSAGE_RETENTION_DAYS],
  ['events', config.EVENT_RETENTION_DAYS],
  ['deliveries', config.EVENT_RETENTION_DAYS],
  ['delivery_attempts', config.EVENT_RETENTION_DAYS],
  ['inbound_payloads', config.EVENT_RETENTION_DAYS],
  ['automation_run_steps', config.EVENT_RETENTION_DAYS],
  ['audit_log', config.AUDIT_RETENTION_DAYS],
  ['request_log', Math.max(1, config.REQUEST_LOG_DAYS)], // 0 turns the log off: existing entries are dropped
];

/** Runs a maintenance statement without the time limits of requests: deleting the files of a large partition takes long. */
async function countWithoutLimits(database: Database, text: string, values: unknown[]): Promise<number> {
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
    const { rows } = await client.query<{ n: number }>(text, values);
    await client.query('commit');
    client.release();
    return rows[0]?.n ?? 0;
  } catch (error) {
    client.release(true); // closes the connection, which ends the transaction
    throw error;
  }
}
