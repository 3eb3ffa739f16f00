import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

/** The retention of a tenant in days; null uses that of the installation. */
export type Retention = { messageDays: number | null; eventDays: number | null };

const columns = sql`message_days as "messageDays", event_days as "eventDays", job_id as "jobId"`;

export const selectRetention = (ctx: Ctx) =>
  row<Retention & { jobId: string }>(ctx, sql`select ${columns} from retention where tenant_id = ${ctx.tenantId}`);

/** Saves the retention. The first call sets the id of its job; later calls keep it. */
export async function upsertRetention(ctx: Ctx, { messageDays, eventDays }: Retention, jobId: string) {
  const [saved] = await rows<Retention & { jobId: string }>(
    ctx,
    sql`insert into retention (tenant_id, message_days, event_days, job_id, updated_at)
        values (${ctx.tenantId}, ${messageDays}, ${eventDays}, ${jobId}, ${ctx.clock.now()})
        on conflict (tenant_id) do update set message_days = excluded.message_days, event_days = excluded.event_days,
          updated_at = excluded.updated_at
        returning ${columns}`,
  );
  return saved ?? { messageDays, eventDays, jobId };
}
