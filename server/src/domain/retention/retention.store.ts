import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

/** What a tenant wishes; null leaves it to the installation. */
export type Retention = { messageDays: number | null; eventDays: number | null };

const columns = sql`message_days as "messageDays", event_days as "eventDays", job_id as "jobId"`;

export const selectRetention = (ctx: Ctx) =>
  row<Retention & { jobId: string }>(ctx, sql`select ${columns} from retention where tenant_id = ${ctx.tenantId}`);

/** The first time it is set the job gets its id; it keeps it. */
export async function upsertRetention(ctx: Ctx, { messageDays, eventDays }: Retention, jobId: string) {
  const [kept] = await rows<Retention & { jobId: string }>(
    ctx,
    sql`insert into retention (tenant_id, message_days, event_days, job_id, updated_at)
        values (${ctx.tenantId}, ${messageDays}, ${eventDays}, ${jobId}, ${ctx.clock.now()})
        on conflict (tenant_id) do update set message_days = excluded.message_days, event_days = excluded.event_days,
          updated_at = excluded.updated_at
        returning ${columns}`,
  );
  return kept ?? { messageDays, eventDays, jobId };
}
