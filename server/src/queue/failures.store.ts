import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type { Origin } from '../platform/tracing.ts';
import { type Ctx, row, rows } from '../storage/context.ts';
import { keyOfTimer, NOT_FAILED } from './fragments.store.ts';
import type { FailAfter, JobRef } from './job.ts';

const DAY_MS = 86_400_000;
const LONGEST_REASON = 1_000;

export type Failing = { failures: number; failedAt: Date | null; dueAt: Date | null; origin: Origin | null };

/**
 * Counts a failure in a row and sets when the job is due again, or sets the job to `failed`. A failed job is due at infinity, so that no
 * sweep of any version publishes it, and leaves its concurrency key, which is kept in `failed_lane`: the next job of the key starts.
 */
export async function updateFailed(
  ctx: Ctx,
  ref: JobRef,
  { waitsMs, failAfter, reason }: { waitsMs: number[]; failAfter: FailAfter; reason: string },
): Promise<Failing | undefined> {
  const now = ctx.clock.now();
  const { failures, days } = failAfter === 'never' ? { failures: null, days: 0 } : failAfter;
  const isFailed = sql`(failures + 1 >= ${failures}::int and coalesce(failing_since, ${now}) <= ${new Date(now.getTime() - days * DAY_MS)})`;
  const waitMs = sql`(${waitsMs}::bigint[])[least(failures + 1, ${waitsMs.length})]`;
  return row<Failing>(
    ctx,
    sql`update jobs set attempt = attempt + 1, published_at = null, failures = failures + 1,
          failing_since = coalesce(failing_since, ${now}), last_error = ${cut(reason)},
          failed_at = case when ${isFailed} then ${now}::timestamptz end,
          failed_lane = case when ${isFailed} then ${keyOfTimer} end,
          lane = case when ${isFailed} then '' else ${keyOfTimer} end,
          due_at = case when ${isFailed} then 'infinity' else ${now}::timestamptz + ${waitMs} * interval '1 millisecond' end
        where tenant_id = ${ctx.tenantId} and id = ${ref.id} and attempt = ${ref.attempt}
        returning failures, failed_at as "failedAt", nullif(due_at, 'infinity') as "dueAt", origin`,
  );
}

/** PostgreSQL stores no NUL in text. */
const cut = (reason: string): string => reason.replaceAll('\0', '').slice(0, LONGEST_REASON);

/** A job that keeps failing, for an operator. */
export type FailingJob = {
  tenantId: string;
  id: string;
  job: string;
  state: 'failed' | 'retrying';
  concurrencyKey: string;
  attempt: number;
  failures: number;
  failingSince: Date | null;
  failedAt: Date | null;
  dueAt: Date | null;
  lastError: string | null;
  createdAt: Date;
};

const columns = `tenant_id as "tenantId", id, name as job, case when failed_at is null then 'retrying' else 'failed' end as state,
  coalesce(failed_lane, lane) as "concurrencyKey", attempt, failures, failing_since as "failingSince", failed_at as "failedAt",
  nullif(due_at, 'infinity') as "dueAt", last_error as "lastError", created_at as "createdAt"`;

export type FailingFilter = { tenantId?: string | undefined; job?: string | undefined; includeRetrying?: boolean | undefined };

/** Returns jobs of all tenants that have failed, the newest first. With `includeRetrying` also those that wait for a retry. */
export const listFailing = async (pool: Pool, filter: FailingFilter, most: number): Promise<FailingJob[]> => {
  const state = filter.includeRetrying ? 'failing_since is not null' : 'failing_since is not null and failed_at is not null';
  const found = await pool.query<FailingJob>(
    `select ${columns} from jobs where ${state} and ($1::uuid is null or tenant_id = $1) and ($2::text is null or name = $2)
     order by coalesce(failed_at, failing_since) desc limit $3`,
    [filter.tenantId ?? null, filter.job ?? null, most],
  );
  return found.rows;
};

/** Returns one job of any tenant, whatever its state, with its input. */
export const showJob = async (pool: Pool, id: string): Promise<(FailingJob & { input: unknown }) | undefined> =>
  (await pool.query<FailingJob & { input: unknown }>(`select ${columns}, input from jobs where id = $1`, [id])).rows[0];

/** Makes a failed job due now, first in its concurrency key, with its failures forgotten. Returns false where it is not failed. */
export const retryFailed = async (ctx: Ctx, id: string): Promise<boolean> => {
  const now = ctx.clock.now();
  const retried = await rows(
    ctx,
    sql`update jobs set attempt = attempt + 1, due_at = ${now}, published_at = null, ${NOT_FAILED}
        where tenant_id = ${ctx.tenantId} and id = ${id} and failed_at is not null returning id`,
  );
  return retried.length > 0;
};

/** Deletes a failed job. Returns false where it is not failed. */
export const dropFailed = async (ctx: Ctx, id: string): Promise<boolean> => {
  const dropped = await rows(
    ctx,
    sql`delete from jobs where tenant_id = ${ctx.tenantId} and id = ${id} and failed_at is not null returning id`,
  );
  return dropped.length > 0;
};
