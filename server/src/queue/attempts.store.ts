import sql from 'sql-template-tag';
import type { Origin } from '../platform/tracing.ts';
import { alongWithCommit, type Ctx, prepared, row, rows } from '../storage/context.ts';
import { completeSql, keyOfTimer, NOT_FAILING, TENANT_KEY_SQL } from './fragments.store.ts';
import type { JobRef } from './job.ts';

/** A job as a worker has it. The input is not parsed. */
export type Taken = { id: string; input: unknown; concurrencyKey: string; origin: Origin | null };

const take = prepared(
  'take_job',
  sql`delete from jobs where tenant_id = $1 and id = $2 and attempt = $3 returning id, input, lane as "concurrencyKey", origin`,
);

/** Deletes a job if this attempt is the current one: the first statement of the transaction that does its work. */
export const takeJob = (ctx: Ctx, ref: JobRef): Promise<Taken | undefined> =>
  row<Taken>(ctx, take(ctx.tenantId, ref.id, ref.attempt));

const takeMany = prepared(
  'take_jobs',
  sql`with held as materialized (
        select j.id from unnest($2::uuid[], $3::int[]) as wanted(id, attempt)
        cross join lateral (select id from jobs where tenant_id = $1 and id = wanted.id and attempt = wanted.attempt offset 0) j
        order by j.id)
      delete from jobs j using held where j.tenant_id = $1 and j.id = held.id returning j.id, j.input, j.lane as "concurrencyKey", j.origin`,
);

/** The same for many jobs. Returns those whose attempt is the current one. */
export const takeJobs = (ctx: Ctx, refs: JobRef[]): Promise<Taken[]> =>
  rows<Taken>(
    ctx,
    takeMany(
      ctx.tenantId,
      refs.map((ref) => ref.id),
      refs.map((ref) => ref.attempt),
    ),
  );

/** Returns those of the jobs whose attempt is the current one. Locks nothing. */
export const selectJobs = (ctx: Ctx, refs: JobRef[]): Promise<Taken[]> =>
  rows<Taken>(
    ctx,
    sql`select j.id, j.input, j.lane as "concurrencyKey", j.origin
        from unnest(${refs.map(({ id }) => id)}::uuid[], ${refs.map(({ attempt }) => attempt)}::int[]) as wanted(id, attempt)
        cross join lateral (select id, input, lane, origin from jobs
          where tenant_id = ${ctx.tenantId} and id = wanted.id and attempt = wanted.attempt offset 0) j`,
  );

const locking = prepared(
  'lock_job',
  sql`select id, input, lane as "concurrencyKey", origin from jobs where tenant_id = $1 and id = $2 and attempt = $3 for update`,
);

/** Locks a job that lives through many steps, if this attempt is the current one. */
export const lockAttempt = (ctx: Ctx, ref: JobRef): Promise<Taken | undefined> =>
  row<Taken>(ctx, locking(ctx.tenantId, ref.id, ref.attempt));

const continuing = prepared(
  'continue_job',
  sql`update jobs set attempt = attempt + 1, input = $4, due_at = $5, published_at = $6, ${NOT_FAILING},
        lane = case when $6::timestamptz is null then ${keyOfTimer} else lane end
      where tenant_id = $1 and id = $2 and attempt = $3`,
);

/** Writes the next step of a job, as its next attempt. */
export function continueJob(ctx: Ctx, ref: JobRef, input: unknown, dueAt: Date, isPublished: boolean): void {
  const text = JSON.stringify(input);
  alongWithCommit(ctx, continuing(ctx.tenantId, ref.id, ref.attempt, text, dueAt, isPublished ? dueAt : null));
}

/**
 * Publishes a job once more as its next attempt, and deletes the job that waits in the same concurrency key. Returns the attempt.
 * The caller has locked the key.
 */
export async function republishJob(
  ctx: Ctx,
  name: string,
  ref: JobRef,
  concurrencyKey: string,
  next: { input: unknown; dueAt: Date },
): Promise<number | undefined> {
  const again = await row<{ attempt: number }>(
    ctx,
    sql`update jobs set attempt = attempt + 1, input = ${JSON.stringify(next.input)}, due_at = ${next.dueAt}, published_at = ${ctx.clock.now()},
          ${NOT_FAILING}
        where tenant_id = ${ctx.tenantId} and id = ${ref.id} and attempt = ${ref.attempt} returning attempt`,
  );
  if (!again) return undefined;
  await rows(
    ctx,
    sql`delete from jobs where tenant_id = ${ctx.tenantId} and name = ${name} and lane = ${concurrencyKey} and lane <> '' and published_at is null`,
  );
  return again.attempt;
}

// An array: it is computed once. A join may run its subquery for every row of jobs and then admits more jobs than there are free slots.
const admit = prepared(
  'admit_jobs',
  sql`update jobs j set published_at = $5
      where j.tenant_id = $1 and j.id = any(array(
        select next.id from unnest($3::text[], $4::int[]) f(lane, slots)
        cross join lateral (
          select n.id from jobs n
          where n.tenant_id = $1 and n.name = $2 and n.lane = f.lane and n.lane <> '' and n.published_at is null and n.due_at <= $5
            and not ($6 and f.lane <> ${TENANT_KEY_SQL} and exists (select 1 from jobs e where e.tenant_id = $1 and e.name = $2 and e.lane = f.lane and e.lane <> ''
              and e.published_at is null and e.seq < n.seq))
          order by n.seq limit f.slots for update skip locked) next))
      returning j.id, j.attempt`,
);

/**
 * Sets as many waiting jobs of each concurrency key to published as have left it. Where order is kept only the first in line may
 * start. If that one is not due (a retry, or a clock ahead of ours set its time) or is being published by the sweep, the others wait.
 */
export async function admitNext(ctx: Ctx, name: string, freed: Map<string, number>, isOrdered: boolean): Promise<JobRef[]> {
  if (freed.size === 0) return [];
  const admitted = await rows<{ id: string; attempt: number }>(
    ctx,
    admit(ctx.tenantId, name, [...freed.keys()], [...freed.values()], ctx.clock.now(), isOrdered),
  );
  return admitted.map((one) => ({ ...one, tenantId: ctx.tenantId }));
}

const settling = prepared(
  'settle_jobs',
  sql`with done as (select * from unnest($2::uuid[], $3::int[], $4::timestamptz[]) as d(id, attempt, due_at)), ${completeSql}
      select id, name, lane as "concurrencyKey", is_over as "isOver" from ours`,
);

export type Settled = { id: string; name: string; concurrencyKey: string; isOver: boolean };

/** Deletes jobs, or reschedules those that have a time. Returns those whose attempt was the current one. */
export const settleJobs = (
  ctx: Ctx,
  done: { id: string; attempt: number; retryAt?: Date | null | undefined }[],
): Promise<Settled[]> =>
  rows<Settled>(
    ctx,
    settling(
      ctx.tenantId,
      done.map((one) => one.id),
      done.map((one) => one.attempt),
      done.map((one) => one.retryAt ?? null),
    ),
  );
