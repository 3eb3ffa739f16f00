import type { QueryResult, QueryResultRow } from 'pg';

/** A connection or a pool. Most functions need the rights of the owner of the tables. */
export type Queryable = {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<Pick<QueryResult<R>, 'rows' | 'rowCount'>>;
};

export type Gate = 'open' | 'held' | 'frozen' | 'moved' | 'arriving';
export type Step = 'prepare' | 'copy' | 'tail' | 'freeze' | 'flip' | 'cleanup' | 'done';

export type Move = {
  tenantId: string;
  direction: 'out' | 'in';
  /** The other cell. */
  cell: string;
  gate: Gate;
  step: Step;
  progress: Record<string, number>;
  startedAt: Date;
  updatedAt: Date;
};

const columns = `moved_tenant_id as "tenantId", direction, cell, gate, step, progress, started_at as "startedAt", updated_at as "updatedAt"`;

export const selectMove = async (cell: Queryable, tenantId: string): Promise<Move | undefined> =>
  (await cell.query<Move>(`select ${columns} from tenant_moves where moved_tenant_id = $1`, [tenantId])).rows[0];

const MOST_LISTED = 1_000;

/** Returns the newest moves out of this cell and into it. */
export const selectMoves = async (cell: Queryable): Promise<Move[]> =>
  (await cell.query<Move>(`select ${columns} from tenant_moves order by updated_at desc limit $1`, [MOST_LISTED])).rows;

const BEGIN = `insert into tenant_moves (moved_tenant_id, direction, cell, gate, step, started_at, updated_at)
  values ($1, $2, $3, $4, $5, now(), now())
  on conflict (moved_tenant_id) do update set direction = excluded.direction, cell = excluded.cell, gate = excluded.gate, gate_until = null,
    step = excluded.step, progress = '{}', started_at = now(), updated_at = now()`;

/** Begins a move in its source. The tenant works on as before. */
export const insertOutgoing = (cell: Queryable, tenantId: string, to: string) =>
  cell.query(BEGIN, [tenantId, 'out', to, 'open', 'prepare']);

/** Closes the gate of the tenant in its target: its rows arrive there before it may do anything. */
export async function insertIncoming(cell: Queryable, tenantId: string, from: string): Promise<void> {
  await cell.query('delete from moved_channels where moved_tenant_id = $1', [tenantId]);
  await cell.query(BEGIN, [tenantId, 'in', from, 'arriving', 'copy']);
}

export const deleteMove = (cell: Queryable, tenantId: string) =>
  cell.query('delete from tenant_moves where moved_tenant_id = $1', [tenantId]);

/** Records where the move is, and figures to show. */
export async function updateStep(
  cell: Queryable,
  tenantId: string,
  step: Step,
  progress: Record<string, number> = {},
): Promise<void> {
  const text = `update tenant_moves set step = $2, progress = progress || $3::jsonb, updated_at = now() where moved_tenant_id = $1`;
  await cell.query(text, [tenantId, step, JSON.stringify(progress)]);
}

/** Workers start no job of the tenant from now on; requests are answered. Workers open the gate again when the time is over. */
export async function hold(cell: Queryable, tenantId: string, forMs: number): Promise<void> {
  await cell.query('delete from worker_holds where moved_tenant_id = $1', [tenantId]);
  const text = `update tenant_moves set gate = 'held', gate_until = clock_timestamp() + make_interval(secs => $2), step = 'freeze', updated_at = now()
    where moved_tenant_id = $1 and gate in ('open', 'held')`;
  await cell.query(text, [tenantId, forMs / 1000]);
}

/** Refuses every transaction of the tenant from now on. Returns false if the hold is over. */
export const freeze = async (cell: Queryable, tenantId: string, forMs: number): Promise<boolean> =>
  (
    await cell.query(
      `update tenant_moves set gate = 'frozen', gate_until = clock_timestamp() + make_interval(secs => $2), updated_at = now()
       where moved_tenant_id = $1 and gate = 'held' and gate_until > clock_timestamp()`,
      [tenantId, forMs / 1000],
    )
  ).rowCount === 1;

/** Returns whether the tenant is frozen and its time is not over. */
export const isFrozen = async (cell: Queryable, tenantId: string): Promise<boolean> =>
  (
    await cell.query(
      `select from tenant_moves where moved_tenant_id = $1 and gate = 'frozen' and gate_until > clock_timestamp()`,
      [tenantId],
    )
  ).rowCount === 1;

/** Ends a hold or a freeze: the tenant works on in this cell. */
export const reopen = (cell: Queryable, tenantId: string) =>
  cell.query(
    `update tenant_moves set gate = 'open', gate_until = null, step = 'tail', updated_at = now()
     where moved_tenant_id = $1 and gate in ('held', 'frozen')`,
    [tenantId],
  );

/**
 * Ends holds and freezes whose time is over. Workers call it, so that a command that was killed keeps no tenant frozen. A freeze ends
 * either here or in `markMoved`: both change the row only while it is frozen.
 */
export const reopenAbandoned = (pool: Queryable) =>
  pool.query(
    `update tenant_moves set gate = 'open', gate_until = null, step = 'tail', updated_at = now()
     where gate in ('held', 'frozen') and gate_until < clock_timestamp()`,
  );

/** The end of the move in the source: from now on the tenant is refused with the name of its new cell. Returns false if the freeze is over. */
export const markMoved = async (cell: Queryable, tenantId: string): Promise<boolean> =>
  (
    await cell.query(
      `with moved as (
         update tenant_moves set gate = 'moved', gate_until = null, step = 'flip', updated_at = now()
         where moved_tenant_id = $1 and gate = 'frozen' and gate_until > clock_timestamp() returning moved_tenant_id),
       channel as (
         insert into moved_channels (channel_id, moved_tenant_id)
         select c.id, m.moved_tenant_id from channels c join moved m on c.tenant_id = m.moved_tenant_id on conflict do nothing)
       select from moved`,
      [tenantId],
    )
  ).rowCount === 1;

/** The tenant works in the target from now on. */
export const openArrived = (cell: Queryable, tenantId: string) =>
  cell.query(
    `update tenant_moves set gate = 'open', step = 'done', updated_at = now() where moved_tenant_id = $1 and gate = 'arriving'`,
    [tenantId],
  );

export type Running = { workers: number; running: number };

/** Returns how many workers have reported lately, and how many jobs of the tenant they run. A worker that is silent has ended. */
export const selectRunning = async (cell: Queryable, tenantId: string, withinMs: number): Promise<Running> =>
  (
    await cell.query<Running>(
      `select count(*)::int as workers, coalesce(sum(running), 0)::int as running from worker_holds
       where moved_tenant_id = $1 and reported_at > clock_timestamp() - make_interval(secs => $2)`,
      [tenantId, withinMs / 1000],
    )
  ).rows[0] ?? { workers: 0, running: 0 };

export type OldTransaction = { pid: number; application: string; seconds: number };

/** Returns the time of the database. A transaction that began before may not have seen a change that was committed before. */
export const selectTime = async (cell: Queryable): Promise<string> =>
  (await cell.query<{ at: string }>('select clock_timestamp()::text as at')).rows[0]?.at ?? '';

/** Returns the oldest transaction of a client that began before this time, if one is running. */
export const selectOlderThan = async (cell: Queryable, at: string): Promise<OldTransaction | undefined> =>
  (
    await cell.query<OldTransaction>(
      `select pid, application_name as application, extract(epoch from clock_timestamp() - xact_start)::float as seconds
       from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
         and xact_start <= $1::timestamptz order by xact_start limit 1`,
      [at],
    )
  ).rows[0];
