import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { Periods } from '../reports/index.ts';

export type DeliveryPeriod = {
  from: Date;
  deliveries: number;
  succeeded: number;
  failed: number;
  pending: number;
  attempts: number;
  /** Durations of the last attempts; null if there was none. */
  medianMs: number | null;
  p95Ms: number | null;
};

/** So many deliveries of a period, the newest first, are looked up for its durations. */
const MOST_TIMED = 100;

/** Ids begin with the time, so the index of a webhook's deliveries gives the newest of a range. */
export const countDeliveries = (ctx: Ctx, webhookId: string, { from, to, bucket, timeZone }: Periods, most: number) =>
  rows<DeliveryPeriod>(
    ctx,
    sql`select date_trunc(${bucket}, created_at, ${timeZone}) as "from", count(*)::int as deliveries,
          count(*) filter (where status = 'succeeded')::int as succeeded, count(*) filter (where status = 'failed')::int as failed,
          count(*) filter (where status = 'pending')::int as pending, sum(tries)::int as attempts,
          percentile_disc(0.5) within group (order by duration_ms) as "medianMs",
          percentile_disc(0.95) within group (order by duration_ms) as "p95Ms"
        from (select id, created_at, status, tries,
            row_number() over (partition by date_trunc(${bucket}, created_at, ${timeZone}) order by id desc) as place
          from (select id, created_at, status, tries from deliveries
            where tenant_id = ${ctx.tenantId} and webhook_id = ${webhookId} and id >= uuid_floor(${from}) and id < uuid_floor(${to})
            order by id desc limit ${most}) newest) counted
        left join lateral (select duration_ms from delivery_attempts
          where tenant_id = ${ctx.tenantId} and delivery_id = counted.id and counted.place <= ${MOST_TIMED}
          order by id desc limit 1) latest on true
        group by 1 order by 1`,
  );
