import type { Queryable } from './moves.store.ts';

/** A tenant that has moved away, or has not arrived yet, is in the other cell. */
const WHERE = `select case when m.gate in ('moved', 'arriving') then m.cell else $2 end as cell
  from (select tenant_id from tenants where tenant_id = $1
    union select moved_tenant_id from tenant_moves where moved_tenant_id = $1 and gate in ('moved', 'arriving')) t
  left join tenant_moves m on m.moved_tenant_id = t.tenant_id`;

/** Returns the cell of a tenant, as this cell knows it; undefined for a tenant that was never here. */
export const cellOfTenant = async (pool: Queryable, tenantId: string, own: string): Promise<string | undefined> =>
  (await pool.query<{ cell: string }>(WHERE, [tenantId, own])).rows[0]?.cell;
