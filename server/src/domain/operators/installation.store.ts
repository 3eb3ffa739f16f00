import type { Pool } from 'pg';
import type { Plan } from '../tenants/index.ts';

/** The pools of these queries have the role `patchbay_engine`, which may read these columns of all tenants and nothing else. */

export type TenantRow = {
  id: string;
  name: string;
  plan: Plan;
  ratePerMinute: number | null;
  isSandbox: boolean;
  createdAt: Date;
};

/** Returns the newest tenants, and how many there are. */
export async function selectTenants(pool: Pool, most: number): Promise<{ tenants: TenantRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    pool.query<TenantRow>(
      `select tenant_id as id, name, plan, rate_limit_per_minute as "ratePerMinute", is_sandbox as "isSandbox", created_at as "createdAt"
       from tenants order by created_at desc, tenant_id limit $1`,
      [most],
    ),
    pool.query<{ total: number }>('select count(*)::int as total from tenants'),
  ]);
  return { tenants: found.rows, total: counted.rows[0]?.total ?? 0 };
}

export type QueueKind = {
  job: string;
  /** Due now, or with a worker. */
  waiting: number;
  /** When the oldest of them became due. */
  oldestDueAt: Date | null;
  /** Due later: timers, and retries. */
  scheduled: number;
  failed: number;
};

/** Counts jobs by kind, at most this many of all. */
export const selectQueue = async (pool: Pool, now: Date, most: number): Promise<QueueKind[]> =>
  (
    await pool.query<QueueKind>(
      `select name as job, count(*) filter (where failed_at is null and due_at <= $1)::int as waiting,
         min(due_at) filter (where failed_at is null and due_at <= $1) as "oldestDueAt",
         count(*) filter (where failed_at is null and due_at > $1)::int as scheduled,
         count(*) filter (where failed_at is not null)::int as failed
       from (select name, due_at, failed_at from jobs limit $2) counted group by name order by name`,
      [now, most],
    )
  ).rows;

export const selectVersion = async (pool: Pool): Promise<string> =>
  (await pool.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '';

export type FailedChannel = {
  tenantId: string;
  tenantName: string;
  id: string;
  type: string;
  reason: string | null;
  since: Date;
};

/** Returns channels that the provider or a credential stops, the latest change first. */
export const selectFailedChannels = async (pool: Pool, most: number): Promise<FailedChannel[]> =>
  (
    await pool.query<FailedChannel>(
      `select c.tenant_id as "tenantId", t.name as "tenantName", c.id, c.type, c.status_reason as reason, c.updated_at as since
       from channels c join tenants t on t.tenant_id = c.tenant_id where c.status = 'error' order by c.updated_at desc limit $1`,
      [most],
    )
  ).rows;
