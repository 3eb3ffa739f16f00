import type { Pool } from 'pg';

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
export const countJobs = async (pool: Pool, now: Date, most: number): Promise<QueueKind[]> =>
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
