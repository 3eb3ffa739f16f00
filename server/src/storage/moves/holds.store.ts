import type { Pool } from 'pg';

/** `isAsked`: the command that moves the tenant waits for its running jobs. `isOver`: the command has ended without opening the gate. */
export type Held = { tenantId: string; isAsked: boolean; isOver: boolean };

/** Tenants that moved away longer ago have no messages left in the broker. */
const SELECT_HELD = `select moved_tenant_id as "tenantId", gate = 'held' as "isAsked",
    gate in ('held', 'frozen') and gate_until < clock_timestamp() as "isOver" from tenant_moves
  where gate in ('held', 'frozen', 'arriving') or (gate = 'moved' and updated_at > now() - interval '1 day')
  order by updated_at desc limit 10000`;

/** Returns the tenants whose jobs must not start in this cell. */
export const selectHeld = async (pool: Pool): Promise<Held[]> => (await pool.query<Held>(SELECT_HELD)).rows;

type Report = { tenantId: string; workerId: string; running: number };

/** Reports how many jobs of a held tenant a worker still runs, while the tenant is held. */
export async function reportRunning(pool: Pool, { tenantId, workerId, running }: Report): Promise<void> {
  await pool.query(
    `insert into worker_holds (moved_tenant_id, worker_id, running, reported_at)
     select m.moved_tenant_id, $2, $3, clock_timestamp() from tenant_moves m where m.moved_tenant_id = $1 and m.gate = 'held'
     on conflict (moved_tenant_id, worker_id) do update set running = excluded.running, reported_at = excluded.reported_at`,
    [tenantId, workerId, running],
  );
}
