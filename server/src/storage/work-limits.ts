/**
 * What a statement is part of. A read by id, a search, a change, a request that changes thousands of rows, and a job differ
 * in how long their statements may take and in how much of the connection pool one tenant may use for them.
 */
export type WorkKind = 'read' | 'search' | 'write' | 'bulk' | 'job';

/** Multiples of DATABASE_STATEMENT_TIMEOUT_MS. Nobody waits for a job, and a v2 broadcast inserts 5,000 recipients at once. */
const TIMES_THE_LIMIT: Record<WorkKind, number> = { read: 1, search: 1, write: 1, bulk: 4, job: 12 };
/** A lock that is not free after half of the time is reported as such, before the statement itself is too slow. */
const LOCK_SHARE = 0.5;
/** A transaction that sends nothing for so long has lost its program. Jobs read files between two statements. */
const IDLE_TIMES = 6;

export type TimeLimits = { statementMs: number; lockMs: number; idleMs: number };

/** Returns how long statements of this kind of work may run, wait for a lock, and leave a transaction idle. */
export function timeLimits(kind: WorkKind, statementTimeoutMs: number): TimeLimits {
  const statementMs = Math.round(TIMES_THE_LIMIT[kind] * statementTimeoutMs);
  return { statementMs, lockMs: Math.max(1, Math.round(statementMs * LOCK_SHARE)), idleMs: statementMs * IDLE_TIMES };
}

/** Returns how many connections of a pool one tenant may hold at once; the rest is left for others. */
export function connectionShare(kind: WorkKind, poolSize: number): number {
  const share = kind === 'job' ? poolSize - Math.ceil(poolSize / 4) : Math.floor(poolSize / 2);
  return Math.max(1, share);
}
