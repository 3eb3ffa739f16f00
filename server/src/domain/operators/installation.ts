import type { Pool } from 'pg';
import { countJobs, type FailingJob, listFailing, type QueueKind } from '../../queue/index.ts';
import { type FailedChannel, selectFailedChannels, selectTenants, selectVersion, type TenantRow } from './installation.store.ts';

export type { FailingJob } from '../../queue/index.ts';
export type { FailedChannel } from './installation.store.ts';

/** A larger queue is counted up to here: an overview must not become slow when the queue is long. */
const MOST_JOBS = 200_000;
const MOST_TENANTS = 500;
const MOST_CHANNELS = 200;
const MOST_FAILED_JOBS = 200;

export type Installation = {
  checkedAt: Date;
  versions: { node: string; postgresql: string };
  services: Record<string, boolean>;
  tenants: number;
  queue: QueueKind[];
  /** False if there were more jobs than were counted. */
  isExact: boolean;
};

/** Returns the health, the versions and the queue of the installation. */
export async function readInstallation(
  pool: Pool,
  services: () => Promise<Record<string, boolean>>,
  now: Date,
): Promise<Installation> {
  const [queue, { total }, postgresql, state] = await Promise.all([
    countJobs(pool, now, MOST_JOBS),
    selectTenants(pool, 1),
    selectVersion(pool),
    services(),
  ]);
  const jobs = queue.reduce((sum, { waiting, scheduled, failed }) => sum + waiting + scheduled + failed, 0);
  const versions = { node: process.versions.node, postgresql };
  return { checkedAt: now, versions, services: state, tenants: total, queue, isExact: jobs < MOST_JOBS };
}

export const listTenants = (pool: Pool): Promise<{ tenants: TenantRow[]; total: number }> => selectTenants(pool, MOST_TENANTS);

/** Returns jobs that failed for good or are retried, without their inputs. */
export const listFailedJobs = (pool: Pool): Promise<FailingJob[]> =>
  listFailing(pool, { includeRetrying: true }, MOST_FAILED_JOBS);

export const listFailedChannels = (pool: Pool): Promise<FailedChannel[]> => selectFailedChannels(pool, MOST_CHANNELS);
