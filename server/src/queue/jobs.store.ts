import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../storage/context.ts';
import { NOT_FAILED, TENANT_KEY_SQL } from './fragments.store.ts';
import type { Job } from './job.ts';

export type NewJob = { id: string; input: unknown; concurrencyKey: string; dueAt: Date; origin: string | null };

const insert = prepared(
  'insert_jobs',
  sql`with wanted as (
        select *, row_number() over (partition by lane) as position
        from unnest($3::uuid[], $4::jsonb[], $5::text[], $6::timestamptz[], $10::jsonb[]) with ordinality as w(id, input, lane, due_at, origin, n)),
      room as (
        select lane, $7::int - (select count(*) from (
            select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.published_at is not null and j.lane <> '' limit $7) x)
          as slots,
          exists (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.published_at is null and j.lane <> '')
          as queue
        from (select distinct lane from wanted where lane <> '') l),
      busy as (select count(*) as n, exists (
          select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = ${TENANT_KEY_SQL} and j.lane <> '' and j.published_at is null)
          as queue
        from (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.published_at is not null limit $8) x),
      placed as (
        select w.*, w.due_at <= $9 as is_due, w.n + busy.n <= $8
          and case when w.lane = '' then not busy.queue else w.position <= r.slots and not r.queue end as has_room
        from wanted w cross join busy left join room r on r.lane = w.lane)
      insert into jobs (tenant_id, id, name, lane, input, due_at, published_at, created_at, origin)
      select $1, p.id, $2, case when p.lane = '' and p.is_due and not p.has_room then ${TENANT_KEY_SQL} else p.lane end, p.input, p.due_at,
        case when p.is_due and p.has_room then $9::timestamptz end, $9, p.origin
      from placed p order by p.n
      returning id, published_at is not null as published`,
);

/** Inserts the jobs. Returns the ids that can be published immediately: due, and with room in their key and for their tenant. */
export async function insertJobs(
  ctx: Ctx,
  job: Pick<Job, 'name' | 'concurrencyLimit' | 'tenantLimit'>,
  jobs: NewJob[],
): Promise<string[]> {
  const inserted = await rows<{ id: string; published: boolean }>(
    ctx,
    insert(
      ctx.tenantId,
      job.name,
      jobs.map((one) => one.id),
      jobs.map((one) => JSON.stringify(one.input)),
      jobs.map((one) => one.concurrencyKey),
      jobs.map((one) => one.dueAt),
      job.concurrencyLimit,
      job.tenantLimit,
      ctx.clock.now(),
      jobs.map((one) => one.origin),
    ),
  );
  return inserted.filter((one) => one.published).map((one) => one.id);
}

/** Returns a number that no earlier attempt of a job can have had, so that a worker with an earlier attempt matches no row. */
const firstAttempt = (now: Date): number => Math.floor(now.getTime() / 1000);

/** Inserts a job that waits for its time, or changes the time of the job with this id. */
export async function upsertJob(ctx: Ctx, name: string, job: NewJob): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into jobs (tenant_id, id, name, lane, input, attempt, due_at, created_at, origin)
        values (${ctx.tenantId}, ${job.id}, ${name}, ${job.concurrencyKey}, ${JSON.stringify(job.input)}, ${firstAttempt(now)}, ${job.dueAt}, ${now},
          ${job.origin})
        on conflict (tenant_id, id) do update
          set attempt = jobs.attempt + 1, input = excluded.input, due_at = excluded.due_at, published_at = null,
            origin = excluded.origin, ${NOT_FAILED}`,
  );
}

const insertingTimers = prepared(
  'insert_timers',
  sql`insert into jobs (tenant_id, id, name, lane, input, attempt, due_at, created_at, origin)
      select $1, w.id, $2, w.lane, w.input, $7, w.due_at, $8, w.origin
      from unnest($3::uuid[], $4::jsonb[], $5::text[], $6::timestamptz[], $9::jsonb[]) as w(id, input, lane, due_at, origin)
      on conflict (tenant_id, id) do nothing`,
);

/** Inserts jobs that wait for their time. A job that exists already stays as it is. */
export async function insertTimers(ctx: Ctx, name: string, timers: NewJob[]): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    insertingTimers(
      ctx.tenantId,
      name,
      timers.map((one) => one.id),
      timers.map((one) => JSON.stringify(one.input)),
      timers.map((one) => one.concurrencyKey),
      timers.map((one) => one.dueAt),
      firstAttempt(now),
      now,
      timers.map((one) => one.origin),
    ),
  );
}

const lockingWaiting = prepared(
  'lock_waiting_jobs',
  sql`select lane from jobs where tenant_id = $1 and name = $2 and lane = any($3::text[]) and lane <> '' and published_at is null for update`,
);

/**
 * Returns in which of these concurrency keys a job waits to be published, and locks that job: it will see what this transaction
 * commits. The caller has locked the keys.
 */
export const lockWaiting = async (ctx: Ctx, name: string, keys: string[]): Promise<string[]> =>
  (await rows<{ lane: string }>(ctx, lockingWaiting(ctx.tenantId, name, keys))).map(({ lane }) => lane);

const findingBusy = prepared(
  'busy_concurrency_keys',
  sql`select l.lane from unnest($3::text[]) as l(lane)
      where exists (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.lane <> '' and j.published_at is null)
        or exists (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.lane <> '' and j.published_at is not null)`,
);

/** Returns those of the concurrency keys that have a job, waiting or published. */
export const findBusyKeys = async (ctx: Ctx, { name }: Pick<Job, 'name'>, keys: string[]): Promise<Set<string>> =>
  new Set((await rows<{ lane: string }>(ctx, findingBusy(ctx.tenantId, name, keys))).map(({ lane }) => lane));

const deleting = prepared(
  'delete_jobs',
  sql`with gone as (
        delete from jobs where tenant_id = $1 and name = $2 and id = any($3::uuid[]) and ($4::int is null or attempt = $4) returning id, lane)
      select g.id, case when g.lane not in ('', ${TENANT_KEY_SQL}) and not exists (
        select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = g.lane and j.lane <> '' and j.published_at is not null
          and j.id <> all($3::uuid[])) then g.lane end as "freeKey" from gone g`,
);

/** Deletes jobs, whatever their attempt unless one is given. `freeKey` is the job's concurrency key if no job of it is published now. */
export const deleteJobs = (
  ctx: Ctx,
  name: string,
  ids: string[],
  attempt: number | null,
): Promise<{ id: string; freeKey: string | null }[]> => rows(ctx, deleting(ctx.tenantId, name, ids, attempt));

/** Deletes the jobs of a kind whose input has one of these values in a field. */
export async function deleteJobsByInput(ctx: Ctx, name: string, field: string, values: string[]): Promise<void> {
  await rows(
    ctx,
    sql`delete from jobs where tenant_id = ${ctx.tenantId} and name = ${name} and input->>${field} = any(${values}::text[])`,
  );
}

/** Changes when waiting jobs are due. Published and failed jobs stay as they are, and so does a job that is due earlier. */
export async function updateDueAt(ctx: Ctx, name: string, ids: string[], dueAt: Date): Promise<void> {
  await rows(
    ctx,
    sql`update jobs set due_at = ${dueAt} where tenant_id = ${ctx.tenantId} and name = ${name} and id = any(${ids}::uuid[])
          and published_at is null and failed_at is null and due_at > ${dueAt}`,
  );
}

const signalling = prepared(
  'signal_job',
  sql`update jobs set attempt = attempt + 1, input = $3, due_at = $4, published_at = $4, ${NOT_FAILED}
      where tenant_id = $1 and id = $2 returning attempt`,
);

/** Publishes a job with another input as its next attempt. Returns that attempt, if there is a job of this id. */
export const publishWithInput = async (ctx: Ctx, id: string, input: unknown): Promise<number | undefined> =>
  (await row<{ attempt: number }>(ctx, signalling(ctx.tenantId, id, JSON.stringify(input), ctx.clock.now())))?.attempt;

/** Locks a job, whatever its attempt, and returns its input. */
export const lockJob = (ctx: Ctx, id: string): Promise<{ input: unknown } | undefined> =>
  row<{ input: unknown }>(ctx, sql`select input from jobs where tenant_id = ${ctx.tenantId} and id = ${id} for update`);
