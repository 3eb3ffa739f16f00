import sql, { raw, type Sql } from 'sql-template-tag';
import { TENANT_KEY } from './job.ts';

/*
 * The column of the concurrency key is called `lane`: workers of the version before this one run beside new ones during a deploy, and
 * a renamed column would break their statements.
 */

export const TENANT_KEY_SQL = raw(`'${TENANT_KEY}'`);

/** A job that waits for a time leaves the key of its tenant, where every job is due. */
export const keyOfTimer = sql`case when lane = ${TENANT_KEY_SQL} then '' else lane end`;

/** The columns of a job that has not failed since its last success. */
export const NOT_FAILING = raw('failures = 0, failing_since = null, last_error = null, failed_at = null');

/** Takes a job out of the state `failed`. It has its concurrency key again. */
export const NOT_FAILED = sql`${NOT_FAILING}, failed_lane = null, lane = coalesce(jobs.failed_lane, jobs.lane)`;

/**
 * The fence as part of a larger statement. It needs the tenant as $1 and a CTE `done (id, attempt, due_at)`. It deletes those jobs, or
 * reschedules them where `due_at` is set. A job whose attempt number has changed matches no row. `ours` holds the jobs that matched:
 * of two results of one job it holds at most one.
 */
export const completeSql = sql`over as (
    delete from jobs j using done where j.tenant_id = $1 and j.id = done.id and j.attempt = done.attempt and done.due_at is null
    returning j.id, done.attempt, j.name, j.lane),
  again as (
    update jobs j set attempt = j.attempt + 1, due_at = done.due_at, published_at = null, ${NOT_FAILING},
      lane = case when j.lane = ${TENANT_KEY_SQL} then '' else j.lane end
    from done where j.tenant_id = $1 and j.id = done.id and j.attempt = done.attempt and done.due_at is not null
    returning j.id, done.attempt, j.name, j.lane),
  ours as (select id, attempt, name, lane, true as is_over from over union all select id, attempt, name, lane, false from again)`;

/** How many jobs of a concurrency key a statement has ended or rescheduled. */
export type Freed = { name: string; concurrencyKey: string; isOver: boolean; n: number };

/** Ends a statement with `completeSql`: returns rows of the type `Freed`, for `startNext`. */
export const freedSql = sql`select name, lane as "concurrencyKey", is_over as "isOver", count(*)::int as n from ours group by name, lane, is_over`;

/**
 * Joins the job `j` of each row that names an id and an attempt, if that attempt is the current one. It is looked up by its key,
 * whatever the planner expects of the table. The tenant is $1.
 */
export const joinCurrentJob = (wanted: string): Sql =>
  sql`cross join lateral (
        select id, attempt, name, origin from jobs where tenant_id = $1 and id = ${raw(wanted)}.id and attempt = ${raw(wanted)}.attempt offset 0) j`;

/** A condition: this attempt of the job is the current one. The tenant is $1. */
export const isCurrentAttempt = (id: string, attempt: string): Sql =>
  sql`exists (select 1 from jobs j where j.tenant_id = $1 and j.id = ${raw(id)} and j.attempt = ${raw(attempt)})`;

/** A condition: there is a job of this id. The tenant is $1. */
export const jobExists = (id: string): Sql => sql`exists (select 1 from jobs where tenant_id = $1 and id = ${raw(id)})`;
