import type { Pool } from 'pg';
import { isNotHeld } from '../storage/moves/gate.ts';
import { type Job, type JobRef, TENANT_KEY } from './job.ts';

export type SweptJob = JobRef & { name: string };

const RETURNING = 'returning j.tenant_id as "tenantId", j.id, j.attempt, j.name';

/** A timer that is published, or waits in the concurrency key of its tenant because there is no room. */
type Due = SweptJob & { isPublished: boolean };

/** The limit of a kind of job that this version does not know. */
const UNKNOWN_LIMIT = 1_000;

/** Publishes timers that are due where their tenant has room. The others wait in the concurrency key of their tenant. */
export async function publishDue(
  pool: Pool,
  jobs: Job[],
  now: Date,
  most: number,
): Promise<{ published: SweptJob[]; seen: number }> {
  const limits = [jobs.map((job) => job.name), jobs.map((job) => job.tenantLimit)];
  const { rows } = await pool.query<Due>(DUE_WITH_ROOM, [now, most, ...limits]);
  return { published: rows.filter((row) => row.isPublished), seen: rows.length };
}

const DUE_WITH_ROOM = `with due as materialized (
    select tenant_id, id, name, row_number() over (partition by tenant_id, name order by due_at) as position from (
      select tenant_id, id, name, due_at from jobs where published_at is null and lane = '' and due_at <= $1
        and ${isNotHeld('jobs.tenant_id')}
      order by due_at limit $2 for update skip locked) first),
  room as (
    select t.tenant_id, t.name, t.tenant_limit - (select count(*) from (
        select 1 from jobs b where b.tenant_id = t.tenant_id and b.name = t.name and b.published_at is not null limit t.tenant_limit) x)
      as slots,
      exists (select 1 from jobs q where q.tenant_id = t.tenant_id and q.name = t.name and q.lane = '${TENANT_KEY}' and q.lane <> ''
        and q.published_at is null) as queue
    from (select distinct d.tenant_id, d.name, coalesce(k.tenant_limit, ${UNKNOWN_LIMIT}) as tenant_limit
      from due d left join unnest($3::text[], $4::int[]) k(name, tenant_limit) on k.name = d.name) t),
  placed as (
    select d.tenant_id, d.id, d.position <= r.slots and not r.queue as has_room
    from due d join room r on r.tenant_id = d.tenant_id and r.name = d.name)
  update jobs j set published_at = case when p.has_room then $1::timestamptz end, lane = case when p.has_room then '' else '${TENANT_KEY}' end
  from placed p where j.tenant_id = p.tenant_id and j.id = p.id
  ${RETURNING}, j.published_at is not null as "isPublished"`;

/** Publishes again what was published before the oldest message of the broker and is not done: the message was lost, or its worker died. */
export const publishLost = async (pool: Pool, now: Date, before: Date, most: number): Promise<SweptJob[]> =>
  (
    await pool.query<SweptJob>(
      `with lost as materialized (
         select tenant_id, id from jobs where published_at < $2 and ${isNotHeld('jobs.tenant_id')}
         order by published_at limit $3 for update skip locked)
       update jobs j set published_at = $1 from lost where j.tenant_id = lost.tenant_id and j.id = lost.id ${RETURNING}`,
      [now, before, most],
    )
  ).rows;

/**
 * Publishes waiting jobs of concurrency keys that have room. It walks the index from key to key, so its cost grows with the number of
 * keys that wait, not with the number of jobs that wait in them.
 */
export async function publishWaiting(pool: Pool, jobs: Job[], now: Date): Promise<SweptJob[]> {
  const limits = [jobs.map((job) => job.name), jobs.map((job) => job.concurrencyLimit), jobs.map((job) => job.tenantLimit)];
  const { rows } = await pool.query<{ tenant_id: string; id: string }>(WITH_ROOM, [now, ...limits]);
  if (rows.length === 0) return [];
  const published = await pool.query<SweptJob>(
    `update jobs j set published_at = $1 from unnest($2::uuid[], $3::uuid[]) as w(tenant_id, id)
     where j.tenant_id = w.tenant_id and j.id = w.id and j.published_at is null and ${isNotHeld('j.tenant_id')} ${RETURNING}`,
    [now, rows.map((row) => row.tenant_id), rows.map((row) => row.id)],
  );
  return published.rows;
}

/** Selects the first jobs of each concurrency key that have room in it and for their tenant, one job of each key in turn. */
const WITH_ROOM = `with recursive lanes as (
    (select tenant_id, name, lane from jobs where published_at is null and lane <> '' order by tenant_id, name, lane limit 1)
    union all
    select n.* from lanes l cross join lateral (
      select tenant_id, name, lane from jobs
      where published_at is null and lane <> '' and (tenant_id, name, lane) > (l.tenant_id, l.name, l.lane)
      order by tenant_id, name, lane limit 1) n),
  tenants as materialized ( -- otherwise the published jobs are counted once for each key
    select t.tenant_id, t.name, k.lane_limit, k.tenant_limit, k.tenant_limit - (select count(*) from jobs b
      where b.tenant_id = t.tenant_id and b.name = t.name and b.published_at is not null) as slots
    from (select distinct tenant_id, name from lanes) t
    join unnest($2::text[], $3::int[], $4::int[]) k(name, lane_limit, tenant_limit) on k.name = t.name where ${isNotHeld('t.tenant_id')}),
  first as (
    select l.tenant_id, n.id, t.slots, row_number() over (partition by l.tenant_id, l.name order by n.position) as position
    from lanes l join tenants t on t.tenant_id = l.tenant_id and t.name = l.name and t.slots > 0
    cross join lateral (select case when l.lane = '${TENANT_KEY}' then t.tenant_limit else t.lane_limit end as most,
      t.lane_limit = 1 and l.lane <> '${TENANT_KEY}' as in_order) o
    cross join lateral (
      select id, due_at, row_number() over (order by seq) as position from (
        select id, seq, due_at from jobs
        where tenant_id = l.tenant_id and name = l.name and lane = l.lane and lane <> '' and published_at is null
          and (o.in_order or due_at <= $1)
        order by seq limit greatest(0, o.most - (select count(*) from jobs
          where tenant_id = l.tenant_id and name = l.name and lane = l.lane and lane <> '' and published_at is not null))) waiting) n
    where n.due_at <= $1)
  select tenant_id, id from first where position <= slots`;

export type Depth = { name: string; waiting: number; underWay: number; oldestSeconds: number; retrying: number; failed: number };

/** Counts jobs by kind and state, without those of tenants that are being moved. Each of the four parts has an index of its own, so a million timers that wait cost nothing. */
export const measureDepth = async (pool: Pool, now: Date): Promise<Depth[]> =>
  (
    await pool.query<Depth>(
      `select name, count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'published')::int as "underWay",
         coalesce(extract(epoch from $1 - min(due_at)), 0)::float as "oldestSeconds",
         count(*) filter (where state = 'retrying')::int as retrying, count(*) filter (where state = 'failed')::int as failed
       from (
         select tenant_id, name, 'waiting' as state, due_at from jobs where published_at is null and lane = '' and due_at <= $1
         union all select tenant_id, name, 'waiting', due_at from jobs where published_at is null and lane <> '' and due_at <= $1
         union all select tenant_id, name, 'published', due_at from jobs where published_at is not null and due_at <= $1
         union all select tenant_id, name, case when failed_at is null then 'retrying' else 'failed' end, null from jobs where failing_since is not null) measured
       where ${isNotHeld('measured.tenant_id')} group by name`,
      [now],
    )
  ).rows;
