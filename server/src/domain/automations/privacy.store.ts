import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';

const idsOf = (found: { id: string }[]): string[] => found.map(({ id }) => id);

/** Selects the open runs of a contact whose automation allows one open run per contact and has one for the other contact too. */
export const selectDuplicates = async (ctx: Ctx, fromContactId: string, toContactId: string): Promise<string[]> =>
  idsOf(
    await rows<{ id: string }>(
      ctx,
      sql`select o.id from automation_runs o join automation_runs b on b.tenant_id = o.tenant_id and b.automation_id = o.automation_id
            and b.contact_id = ${toContactId} and b.is_single and b.status in ('running', 'waiting')
          where o.tenant_id = ${ctx.tenantId} and o.contact_id = ${fromContactId} and o.is_single and o.status in ('running', 'waiting')`,
    ),
  );

export const updateContact = (ctx: Ctx, fromContactId: string, toContactId: string) =>
  rows(
    ctx,
    sql`update automation_runs set contact_id = ${toContactId} where tenant_id = ${ctx.tenantId} and contact_id = ${fromContactId}`,
  );

export const selectRunsOf = (ctx: Ctx, contactId: string) =>
  rows<{ id: string; isOpen: boolean }>(
    ctx,
    sql`select id, status in ('running', 'waiting') as "isOpen" from automation_runs
        where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} order by id`,
  );

/** Removes the personal data from all runs of a contact and from their logs. */
export async function clearRuns(ctx: Ctx, contactId: string, runIds: string[]): Promise<void> {
  await rows(
    ctx,
    sql`update automation_runs set variables = '{}', error = null where tenant_id = ${ctx.tenantId} and contact_id = ${contactId}`,
  );
  await rows(
    ctx,
    sql`update automation_run_steps set detail = null
        where tenant_id = ${ctx.tenantId} and run_id = any(${runIds}::uuid[]) and detail is not null`,
  );
}

export const updateCancelled = (ctx: Ctx, runIds: string[]) =>
  rows(
    ctx,
    sql`update automation_runs set status = 'cancelled', waiting_for = null, wake_at = null, asked_message_id = null,
          ended_at = ${ctx.clock.now()}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = any(${runIds}::uuid[]) and status in ('running', 'waiting')`,
  );

/** Deletes at most `limit` log lines that are older than a time. Returns how many. */
export const removeStepsBefore = async (ctx: Ctx, before: Date, limit: number): Promise<number> => {
  const deleted = await rows(
    ctx,
    sql`delete from automation_run_steps where tenant_id = ${ctx.tenantId} and id in (
          select id from automation_run_steps where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) order by id limit ${limit})
        returning 1`,
  );
  return deleted.length;
};
