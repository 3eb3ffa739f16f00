import sql from 'sql-template-tag';
import { type Ctx, row } from '../../storage/context.ts';

export type Counts = {
  messagesSent: number;
  messagesReceived: number;
  events: number;
  deliveries: number;
  contacts: number;
  filesBytes: number;
};

/** Ids begin with the time, so each count reads the index of the partitions of this month only. */
export async function countSince(ctx: Ctx, since: Date): Promise<Counts> {
  const counts = await row<Counts>(
    ctx,
    sql`with month as (select uuid_floor(${since}::timestamptz) as first_id),
          counted as (
            select count(*) filter (where sender = 'outbound') as sent, count(*) filter (where sender = 'inbound') as received
            from messages where tenant_id = ${ctx.tenantId} and id >= (select first_id from month))
        select counted.sent::float8 as "messagesSent", counted.received::float8 as "messagesReceived",
          (select count(*) from events where tenant_id = ${ctx.tenantId} and id >= (select first_id from month))::float8 as events,
          (select count(*) from deliveries where tenant_id = ${ctx.tenantId} and id >= (select first_id from month))::float8 as deliveries,
          (select count(*) from contacts where tenant_id = ${ctx.tenantId})::float8 as contacts,
          coalesce((select bytes from file_usage where tenant_id = ${ctx.tenantId}), 0)::float8 as "filesBytes"
        from counted`,
  );
  if (!counts) throw new Error('counting answered no row');
  return counts;
}
