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

export const selectTenantIds = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ id: string }>('select tenant_id as id from tenants order by tenant_id')).rows.map(({ id }) => id);

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
