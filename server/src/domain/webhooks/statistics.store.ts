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
};

/** Ids begin with the time, so the index of a webhook's deliveries gives the newest of a range. */
export const countDeliveries = (ctx: Ctx, webhookId: string, { from, to, bucket, timeZone }: Periods, most: number) =>
  rows<DeliveryPeriod>(
    ctx,
    sql`select date_trunc(${bucket}, created_at, ${timeZone}) as "from", count(*)::int as deliveries,
          count(*) filter (where status = 'succeeded')::int as succeeded, count(*) filter (where status = 'failed')::int as failed,
          count(*) filter (where status = 'pending')::int as pending, sum(tries)::int as attempts
        from (select created_at, status, tries from deliveries
          where tenant_id = ${ctx.tenantId} and webhook_id = ${webhookId} and id >= uuid_floor(${from}) and id < uuid_floor(${to})
          order by id desc limit ${most}) counted
        group by 1 order by 1`,
  );
