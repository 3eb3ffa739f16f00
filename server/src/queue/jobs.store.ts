import sql, { raw } from 'sql-template-tag';
import { afterCommit, alongWithCommit, type Ctx, prepared, row, rows } from '../storage/context.ts';
import { encodeRef, type Job, type JobRef, queueSubjectOf, subjectOf, TENANT_LANE } from './job.ts';

export type NewJob = { id: string; input: unknown; lane: string; dueAt: Date };

const TENANT_LANE_SQL = raw(`'${TENANT_LANE}'`);
/** A job that waits for a time leaves the lane of its tenant, where everything is due. */
const laneOfTimer = sql`case when lane = ${TENANT_LANE_SQL} then '' else lane end`;

const locking = prepared(
  'lock_lanes',
  sql`select pg_advisory_xact_lock(hashtextextended(l.name, 1)) from unnest($1::text[]) as l(name)`,
);

/**
 * Serialises those who add to and take from ordered lanes, so that none of them misses the other. Whoever holds several takes
 * them in one order, so that no two wait for each other.
 */
export async function lockLanes(ctx: Ctx, name: string, lanes: Iterable<string>): Promise<void> {
  await rows(ctx, locking([...lanes].sort().map((lane) => `${ctx.tenantId} ${name} ${lane}`)));
}

const insert = prepared(
  'insert_jobs',
  sql`with wanted as (
        select *, row_number() over (partition by lane) as place
        from unnest($3::uuid[], $4::jsonb[], $5::text[], $6::timestamptz[]) with ordinality as w(id, input, lane, due_at, n)),
      room as (
        select lane, $7::int - (select count(*) from (
            select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.published_at is not null and j.lane <> '' limit $7) x)
          as places,
          exists (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.published_at is null and j.lane <> '')
          as queue
        from (select distinct lane from wanted where lane <> '') l),
      busy as (select count(*) as n, exists (
          select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = ${TENANT_LANE_SQL} and j.lane <> '' and j.published_at is null)
          as queue
        from (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.published_at is not null limit $8) x),
      placed as (
        select w.*, w.due_at <= $9 as is_due, w.n + busy.n <= $8
          and case when w.lane = '' then not busy.queue else w.place <= r.places and not r.queue end as has_room
        from wanted w cross join busy left join room r on r.lane = w.lane)
      insert into jobs (tenant_id, id, name, lane, input, due_at, published_at, created_at)
      select $1, p.id, $2, case when p.lane = '' and p.is_due and not p.has_room then ${TENANT_LANE_SQL} else p.lane end, p.input, p.due_at,
        case when p.is_due and p.has_room then $9::timestamptz end, $9
      from placed p order by p.n
      returning id, published_at is not null as published`,
);

/** Inserts the jobs and returns which of them can be published at once: due, and room in their lane and for their tenant. */
export async function insertJobs(
  ctx: Ctx,
  job: Pick<Job, 'name' | 'laneLimit' | 'tenantLimit'>,
  jobs: NewJob[],
): Promise<string[]> {
  const inserted = await rows<{ id: string; published: boolean }>(
    ctx,
    insert(
      ctx.tenantId,
      job.name,
      jobs.map((one) => one.id),
      jobs.map((one) => JSON.stringify(one.input)),
      jobs.map((one) => one.lane),
      jobs.map((one) => one.dueAt),
      job.laneLimit,
      job.tenantLimit,
      ctx.clock.now(),
    ),
  );
  return inserted.filter((one) => one.published).map((one) => one.id);
}

const take = prepared('take_job', sql`delete from jobs where tenant_id = $1 and id = $2 and attempt = $3 returning input, lane`);

/** Takes a job off the list, if this attempt is still the current one: the first step of the transaction that does it. */
export const takeJob = (ctx: Ctx, ref: JobRef) =>
  row<{ input: unknown; lane: string }>(ctx, take(ctx.tenantId, ref.id, ref.attempt));

const takeMany = prepared(
  'take_jobs',
  sql`with held as materialized (
        select j.id from unnest($2::uuid[], $3::int[]) as wanted(id, attempt)
        cross join lateral (select id from jobs where tenant_id = $1 and id = wanted.id and attempt = wanted.attempt offset 0) j
        order by j.id)
      delete from jobs j using held where j.tenant_id = $1 and j.id = held.id returning j.id, j.input, j.lane`,
);

export type Taken = { id: string; input: unknown; lane: string };

/** The same for many jobs, of which those are taken that are still this attempt's. */
export const takeJobs = (ctx: Ctx, refs: JobRef[]): Promise<Taken[]> =>
  rows<Taken>(
    ctx,
    takeMany(
      ctx.tenantId,
      refs.map((ref) => ref.id),
      refs.map((ref) => ref.attempt),
    ),
  );

/** The same job again later, as its next attempt; not if another worker has gone on meanwhile. */
export async function postpone(ctx: Ctx, ref: JobRef, dueAt: Date): Promise<void> {
  await rows(
    ctx,
    sql`update jobs set attempt = attempt + 1, due_at = ${dueAt}, published_at = null, lane = ${laneOfTimer}
        where tenant_id = ${ctx.tenantId} and id = ${ref.id} and attempt = ${ref.attempt}`,
  );
}

const admit = prepared(
  'admit_jobs',
  sql`update jobs j set published_at = $5
      from unnest($3::text[], $4::int[]) f(lane, places)
      cross join lateral (
        select n.id from jobs n
        where n.tenant_id = $1 and n.name = $2 and n.lane = f.lane and n.lane <> '' and n.published_at is null and n.due_at <= $5
          and not ($6 and f.lane <> ${TENANT_LANE_SQL} and exists (select 1 from jobs e where e.tenant_id = $1 and e.name = $2 and e.lane = f.lane and e.lane <> ''
            and e.published_at is null and e.seq < n.seq))
        order by n.seq limit f.places for update skip locked) next
      where j.tenant_id = $1 and j.id = next.id
      returning j.id, j.attempt`,
);

/**
 * Lets as many waiting jobs of each lane start as have left it. Where order is kept only the first in line may: if it is not due
 * (a retry, or a clock ahead of ours set its time) or is being started by the sweep, the others wait behind it.
 */
export async function admitNext(ctx: Ctx, name: string, freed: Map<string, number>, isOrdered: boolean): Promise<JobRef[]> {
  if (freed.size === 0) return [];
  const admitted = await rows<{ id: string; attempt: number }>(
    ctx,
    admit(ctx.tenantId, name, [...freed.keys()], [...freed.values()], ctx.clock.now(), isOrdered),
  );
  return admitted.map((one) => ({ ...one, tenantId: ctx.tenantId }));
}

/**
 * The fence as part of a larger statement: given a CTE `done (id, attempt, due_at)` and the tenant as $1, it ends those
 * jobs, or puts them off where due_at is set, unless another worker has recorded them meanwhile. `ours` is what was done: of two results of one job at most one is.
 */
export const fence = sql`over as (
    delete from jobs j using done where j.tenant_id = $1 and j.id = done.id and j.attempt = done.attempt and done.due_at is null
    returning j.id, done.attempt, j.name, j.lane),
  again as (
    update jobs j set attempt = j.attempt + 1, due_at = done.due_at, published_at = null,
      lane = case when j.lane = ${TENANT_LANE_SQL} then '' else j.lane end
    from done where j.tenant_id = $1 and j.id = done.id and j.attempt = done.attempt and done.due_at is not null
    returning j.id, done.attempt, j.name, j.lane),
  ours as (select id, attempt, name, lane, true as is_over from over union all select id, attempt, name, lane, false from again)`;

/** How many jobs of a lane a recorded batch has ended or put off. */
export type Left = { name: string; lane: string; isOver: boolean; n: number };

/** A number that no earlier attempt of a job can have had. */
const firstAttempt = (now: Date): number => Math.floor(now.getTime() / 1000);

/**
 * The same id again. Its attempt starts at a number that no earlier attempt can have had, so that a worker that wakes
 * up with an old one finds the fence closed.
 */
export async function upsertJob(ctx: Ctx, name: string, job: NewJob): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into jobs (tenant_id, id, name, lane, input, attempt, due_at, created_at)
        values (${ctx.tenantId}, ${job.id}, ${name}, ${job.lane}, ${JSON.stringify(job.input)}, ${firstAttempt(now)}, ${job.dueAt}, ${now})
        on conflict (tenant_id, id) do update set attempt = jobs.attempt + 1, due_at = excluded.due_at, published_at = null`,
  );
}

const puttingAside = prepared(
  'put_aside',
  sql`insert into jobs (tenant_id, id, name, lane, input, attempt, due_at, created_at)
      select $1, w.id, $2, w.lane, '{}', $6, w.due_at, $7 from unnest($3::uuid[], $4::text[], $5::timestamptz[]) as w(id, lane, due_at)
      on conflict (tenant_id, id) do nothing`,
);

/** Jobs that wait for their time, for work that was part of another job until now; one that is there already stays as it is. */
export async function putAside(
  ctx: Ctx,
  job: Pick<Job, 'name'>,
  waiting: { id: string; lane: string; dueAt: Date }[],
): Promise<void> {
  if (waiting.length === 0) return;
  const now = ctx.clock.now();
  await rows(
    ctx,
    puttingAside(
      ctx.tenantId,
      job.name,
      waiting.map((one) => one.id),
      waiting.map((one) => one.lane),
      waiting.map((one) => one.dueAt),
      firstAttempt(now),
      now,
    ),
  );
}

const holdingWaiting = prepared(
  'hold_waiting_lanes',
  sql`select lane from jobs where tenant_id = $1 and name = $2 and lane = any($3::text[]) and lane <> '' and published_at is null for update`,
);

/**
 * Returns in which of these lanes a job waits to be published, and keeps it waiting until this transaction ends: such a job will see
 * what this transaction commits. The caller has locked the lanes.
 */
export const holdWaitingLanes = async (ctx: Ctx, { name }: Pick<Job, 'name'>, lanes: string[]): Promise<string[]> =>
  (await rows<{ lane: string }>(ctx, holdingWaiting(ctx.tenantId, name, lanes))).map(({ lane }) => lane);

/**
 * Publishes a job that has more to do once more, as its next attempt and behind the work of others, and ends the job that waits
 * in its lane: this one does its work too. The caller has locked the lane. `dueAt` is since when the work waits.
 */
export async function republishJob(
  ctx: Ctx,
  { name }: Pick<Job, 'name'>,
  ref: JobRef,
  lane: string,
  input: unknown,
  dueAt: Date,
) {
  const again = await row<{ attempt: number }>(
    ctx,
    sql`update jobs set attempt = attempt + 1, input = ${JSON.stringify(input)}, due_at = ${dueAt}, published_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${ref.id} and attempt = ${ref.attempt} returning attempt`,
  );
  if (!again) return;
  await rows(
    ctx,
    sql`delete from jobs where tenant_id = ${ctx.tenantId} and name = ${name} and lane = ${lane} and lane <> '' and published_at is null`,
  );
  const payload = encodeRef({ ...ref, attempt: again.attempt });
  afterCommit(ctx, () => ctx.tell([{ subject: queueSubjectOf(name), payload }]));
}

const looking = prepared(
  'busy_lanes',
  sql`select l.lane from unnest($3::text[]) as l(lane)
      where exists (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.lane <> '' and j.published_at is null)
        or exists (select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = l.lane and j.lane <> '' and j.published_at is not null)`,
);

/** Which of these lanes somebody is in. */
export const busyLanes = async (ctx: Ctx, { name }: Pick<Job, 'name'>, lanes: string[]): Promise<Set<string>> =>
  new Set((await rows<{ lane: string }>(ctx, looking(ctx.tenantId, name, lanes))).map(({ lane }) => lane));

const ending = prepared('end_jobs', sql`delete from jobs where tenant_id = $1 and id = any($2::uuid[])`);

/** Ends jobs whatever their attempt: for work that is done under a lock of its own, in the transaction that does it. */
export async function endJobs(ctx: Ctx, ids: string[]): Promise<void> {
  await rows(ctx, ending(ctx.tenantId, ids));
}

const deleting = prepared(
  'delete_jobs_of_lanes',
  sql`with gone as (delete from jobs where tenant_id = $1 and name = $2 and id = any($3::uuid[]) returning id, lane)
      select distinct g.lane from gone g
      where g.lane not in ('', ${TENANT_LANE_SQL}) and not exists (
        select 1 from jobs j where j.tenant_id = $1 and j.name = $2 and j.lane = g.lane and j.lane <> '' and j.published_at is not null
          and j.id <> all($3::uuid[]))`,
);

/** Ends jobs whatever their attempt; returns the lanes in which none is under way now. */
export const deleteJobs = async (ctx: Ctx, name: string, ids: string[]): Promise<string[]> =>
  (await rows<{ lane: string }>(ctx, deleting(ctx.tenantId, name, ids))).map(({ lane }) => lane);

/** Jobs that wait for a time are due now; the sweep finds them within a moment. Those that are under way are left alone. */
export async function hurryJobs(ctx: Ctx, ids: string[]): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`update jobs set due_at = ${now}
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) and published_at is null and due_at > ${now}`,
  );
}

const settling = prepared(
  'settle_jobs',
  sql`with done as (select * from unnest($2::uuid[], $3::int[], $4::timestamptz[]) as d(id, attempt, due_at)), ${fence}
      select name, lane, is_over as "isOver", count(*)::int as n from ours group by name, lane, is_over`,
);

/** Ends jobs, or puts those off that have a time, each unless another worker has gone on with it meanwhile. */
export const settleJobs = (ctx: Ctx, done: { id: string; attempt: number; dueAt: Date | null }[]): Promise<Left[]> =>
  rows<Left>(
    ctx,
    settling(
      ctx.tenantId,
      done.map((one) => one.id),
      done.map((one) => one.attempt),
      done.map((one) => one.dueAt),
    ),
  );

/** What those of the jobs that are still this attempt's to do are about. */
export const selectInputs = <Input>(ctx: Ctx, refs: JobRef[]): Promise<{ id: string; input: Input; lane: string }[]> =>
  rows<{ id: string; input: Input; lane: string }>(
    ctx,
    sql`select j.id, j.input, j.lane
        from unnest(${refs.map(({ id }) => id)}::uuid[], ${refs.map(({ attempt }) => attempt)}::int[]) as wanted(id, attempt)
        cross join lateral (select id, input, lane from jobs
          where tenant_id = ${ctx.tenantId} and id = wanted.id and attempt = wanted.attempt offset 0) j`,
  );

const holding = prepared(
  'hold_job',
  sql`select input, lane from jobs where tenant_id = $1 and id = $2 and attempt = $3 for update`,
);

/** Holds a job that stays, if this attempt is still the current one. */
export const holdJob = (ctx: Ctx, ref: JobRef) =>
  row<{ input: unknown; lane: string }>(ctx, holding(ctx.tenantId, ref.id, ref.attempt));

const continuing = prepared(
  'continue_job',
  sql`update jobs set attempt = attempt + 1, input = $4, due_at = $5, published_at = $6,
        lane = case when $6::timestamptz is null then ${laneOfTimer} else lane end
      where tenant_id = $1 and id = $2 and attempt = $3`,
);

/** The same job with what comes next, as its next attempt. */
export function continueJob(ctx: Ctx, ref: JobRef, input: unknown, dueAt: Date, isPublished: boolean): void {
  const text = JSON.stringify(input);
  alongWithCommit(ctx, continuing(ctx.tenantId, ref.id, ref.attempt, text, dueAt, isPublished ? dueAt : null));
}

const poking = prepared(
  'poke_job',
  sql`update jobs set attempt = attempt + 1, input = $3, due_at = $4, published_at = $4 where tenant_id = $1 and id = $2 returning attempt`,
);

/** Tells a job that stays something new, at once: whatever attempt of it is on its way finds the fence closed. */
export async function pokeJob(ctx: Ctx, job: Pick<Job, 'name'>, id: string, input: unknown): Promise<boolean> {
  const poked = await row<{ attempt: number }>(ctx, poking(ctx.tenantId, id, JSON.stringify(input), ctx.clock.now()));
  if (!poked) return false;
  const payload = encodeRef({ tenantId: ctx.tenantId, id, attempt: poked.attempt });
  afterCommit(ctx, () => ctx.tell([{ subject: subjectOf(job.name), payload }]));
  return true;
}

/** The same step again after a while, longer with every failure in a row; a step that succeeds forgets them. */
export async function postponeStep(ctx: Ctx, ref: JobRef, waitsMs: number[]): Promise<void> {
  const failures = sql`coalesce((input->>'failures')::int, 0) + 1`;
  const waitMs = sql`(${waitsMs}::bigint[])[least(${failures}, ${waitsMs.length})]`;
  await rows(
    ctx,
    sql`update jobs set attempt = attempt + 1, published_at = null, lane = ${laneOfTimer}, input = input || jsonb_build_object('failures', ${failures}),
          due_at = ${ctx.clock.now()}::timestamptz + ${waitMs} * interval '1 millisecond'
        where tenant_id = ${ctx.tenantId} and id = ${ref.id} and attempt = ${ref.attempt}`,
  );
}

/** Holds a job that stays, whatever its attempt: who tells it something does so between two of its steps. */
export const holdAnyJob = <Input>(ctx: Ctx, id: string): Promise<{ input: Input } | undefined> =>
  row<{ input: Input }>(ctx, sql`select input from jobs where tenant_id = ${ctx.tenantId} and id = ${id} for update`);
