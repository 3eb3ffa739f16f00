import type { Client } from 'pg';
import { LARGE_TENANT } from './fill.ts';
import type { PlanNode } from './plan-faults.ts';
import type { Recorded } from './record.ts';

/**
 * Returns the plans of a recorded statement for the large tenant: one for the values that were sent, and, because PostgreSQL may stop looking at
 * the values of a prepared statement, one for any values.
 */
export async function explain(client: Client, recorded: Recorded): Promise<PlanNode[]> {
  const statement = ofLargeTenant(recorded);
  await client.query('begin');
  try {
    await setSession(client, statement);
    const custom = await planOf(client, `explain (format json) ${statement.text}`, statement.values);
    if (!statement.name) return [custom];
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare looked_at as ${statement.text}`);
    const values = statement.values.length > 0 ? `(${statement.values.map((value) => literal(client, value)).join(', ')})` : '';
    return [custom, await planOf(client, `explain (format json) execute looked_at${values}`)];
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

/** The role comes last: it may not set the others. */
async function setSession(client: Client, { role, tenantId, viewer }: Recorded): Promise<void> {
  const [viewerId = '', channels = '', viewerRole = role] = viewer;
  await client.query(
    `select set_config('app.tenant_id', $1, true), set_config('app.viewer_id', $2, true), set_config('app.viewer_channels', $3, true), set_config('role', $4, true)`,
    [tenantId, viewerId, channels, viewerRole],
  );
}

async function planOf(client: Client, text: string, values?: (string | null)[]): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(text, values);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('PostgreSQL printed no plan');
  return plan;
}

/** Replaces the tenant of the test, also inside lists and JSON. */
function ofLargeTenant(recorded: Recorded): Recorded {
  const { tenantId } = recorded;
  if (!tenantId) return recorded;
  const values = recorded.values.map((value) => value?.replaceAll(tenantId, LARGE_TENANT) ?? null);
  return { ...recorded, tenantId: LARGE_TENANT, values };
}

const literal = (client: Client, value: string | null): string => (value === null ? 'null' : client.escapeLiteral(value));
