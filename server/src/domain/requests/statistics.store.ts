import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { Periods } from '../reports/index.ts';

export type RequestGroup = 'route' | 'status' | 'tokenId';

export type RequestPeriod = {
  from: Date;
  /** The route with its method, the status or the id of the token; null without groups, and for a route that does not exist. */
  group: string | null;
  requests: number;
  failed: number;
  averageMs: number;
  p95Ms: number;
};

const groups: Record<RequestGroup, Sql> = {
  route: sql`method || ' ' || route`,
  status: sql`status::text`,
  tokenId: sql`token_id::text`,
};

/** Ids begin with the time, so the primary key gives the newest requests of a range. */
export const countRequests = (
  ctx: Ctx,
  { from, to, bucket, timeZone }: Periods,
  groupBy: RequestGroup | null,
  most: { requests: number; rows: number },
) =>
  rows<RequestPeriod>(
    ctx,
    sql`select date_trunc(${bucket}, created_at, ${timeZone}) as "from", ${groupBy ? groups[groupBy] : sql`null::text`} as "group",
          count(*)::int as requests, count(*) filter (where status >= 400)::int as failed, avg(duration_ms)::float8 as "averageMs",
          percentile_disc(0.95) within group (order by duration_ms)::float8 as "p95Ms"
        from (select created_at, method, route, status, token_id, duration_ms from request_log
          where tenant_id = ${ctx.tenantId} and id >= uuid_floor(${from}) and id < uuid_floor(${to})
          order by id desc limit ${most.requests}) counted
        group by 1, 2 order by 1, 3 desc, 2 limit ${most.rows}`,
  );
