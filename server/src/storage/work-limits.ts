/**
 * The kind of work of a statement: a read by id, a search, a write, a request that writes thousands of rows, or a job. It determines the
 * timeouts and the share of the connection pool that one tenant may use.
 */
export type WorkKind = 'read' | 'search' | 'write' | 'bulk' | 'job';

/** Multiples of DATABASE_STATEMENT_TIMEOUT_MS. No caller waits for a job, and a v2 broadcast inserts 5,000 recipients in one request. */
const TIMES_THE_LIMIT: Record<WorkKind, number> = { read: 1, search: 1, write: 1, bulk: 4, job: 12 };
/** The lock timeout is half of the statement timeout, so that a lock is reported as the cause. */
const LOCK_SHARE = 0.5;
/** After this time without a statement the client is assumed to be dead. Jobs read files between two statements. */
const IDLE_TIMES = 6;

export type TimeLimits = { statementMs: number; lockMs: number; idleMs: number };

/** Returns how long statements of this kind of work may run, wait for a lock, and leave a transaction idle. */
export function timeLimits(kind: WorkKind, statementTimeoutMs: number): TimeLimits {
  const statementMs = Math.round(TIMES_THE_LIMIT[kind] * statementTimeoutMs);
  return { statementMs, lockMs: Math.max(1, Math.round(statementMs * LOCK_SHARE)), idleMs: statementMs * IDLE_TIMES };
}

/** Returns how many connections of a pool one tenant may hold at once. */
export function connectionShare(kind: WorkKind, poolSize: number): number {
  const share = kind === 'job' ? poolSize - Math.ceil(poolSize / 4) : Math.floor(poolSize / 2);
  return Math.max(1, share);
}
