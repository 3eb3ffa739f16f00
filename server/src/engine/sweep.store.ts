import type { Pool } from 'pg';
import type { Job, JobRef } from './job.ts';

export type SweptJob = JobRef & { name: string };

const RETURNING = 'returning j.tenant_id as "tenantId", j.id, j.attempt, j.name';

/** Timers whose time has come. */
export const publishDue = async (pool: Pool, now: Date, most: number): Promise<SweptJob[]> =>
  (
    await pool.query<SweptJob>(
      `update jobs j set published_at = $1 from (
         select tenant_id, id from jobs where published_at is null and lane = '' and due_at <= $1
         order by due_at limit $2 for update skip locked) due
       where j.tenant_id = due.tenant_id and j.id = due.id ${RETURNING}`,
      [now, most],
    )
  ).rows;

/** What was handed to the broker before the oldest message it still has, and is not done: it lost it, or its worker died. */
export const publishLost = async (pool: Pool, now: Date, before: Date, most: number): Promise<SweptJob[]> =>
  (
    await pool.query<SweptJob>(
      `update jobs j set published_at = $1 from (
         select tenant_id, id from jobs where published_at < $2
         order by published_at limit $3 for update skip locked) lost
       where j.tenant_id = lost.tenant_id and j.id = lost.id ${RETURNING}`,
      [now, before, most],
    )
  ).rows;

/**
 * Waiting jobs of lanes that have room. Walks the index from lane to lane, so its cost grows with the number of lanes
 * that wait, not with the number of jobs that wait in them.
 */
export const publishParked = async (pool: Pool, jobs: Job[], now: Date): Promise<SweptJob[]> =>
  (
    await pool.query<SweptJob>(
      `with recursive lanes as (
         (select tenant_id, name, lane from jobs where published_at is null and lane <> '' order by tenant_id, name, lane limit 1)
         union all
         select n.* from lanes l cross join lateral (
           select tenant_id, name, lane from jobs
           where published_at is null and lane <> '' and (tenant_id, name, lane) > (l.tenant_id, l.name, l.lane)
           order by tenant_id, name, lane limit 1) n),
       waiting as (
         select l.tenant_id, n.id, l.name, k.tenant_limit, row_number() over (partition by l.tenant_id, l.name order by n.place) as place
         from lanes l join unnest($2::text[], $3::int[], $4::int[]) k(name, lane_limit, tenant_limit) on k.name = l.name
         cross join lateral (
           select id, row_number() over (order by seq) as place from (
             select id, seq, due_at from jobs
             where tenant_id = l.tenant_id and name = l.name and lane = l.lane and lane <> '' and published_at is null
               and (k.lane_limit = 1 or due_at <= $1)
             order by seq limit greatest(0, k.lane_limit - (select count(*) from jobs
               where tenant_id = l.tenant_id and name = l.name and lane = l.lane and lane <> '' and published_at is not null))) first
           where due_at <= $1) n)
       update jobs j set published_at = $1 from waiting w
       where j.tenant_id = w.tenant_id and j.id = w.id and j.published_at is null
         and w.place <= w.tenant_limit - (select count(*) from jobs b
           where b.tenant_id = w.tenant_id and b.name = w.name and b.published_at is not null and b.lane <> '')
       ${RETURNING}`,
      [now, jobs.map((job) => job.name), jobs.map((job) => job.laneLimit), jobs.map((job) => job.tenantLimit)],
    )
  ).rows;

export type Depth = { name: string; waiting: number; underWay: number; oldestSeconds: number };

export const measureDepth = async (pool: Pool, now: Date): Promise<Depth[]> =>
  (
    await pool.query<Depth>(
      `select name, count(*) filter (where published_at is null and due_at <= $1)::int as waiting,
         count(*) filter (where published_at is not null)::int as "underWay",
         coalesce(extract(epoch from $1 - min(due_at)), 0)::float as "oldestSeconds"
       from jobs where due_at <= $1 group by name`,
      [now],
    )
  ).rows;
