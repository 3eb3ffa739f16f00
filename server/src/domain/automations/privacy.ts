import sql from 'sql-template-tag';
import { cancelByInput, cancel as cancelJobs } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, rows } from '../../storage/context.ts';

const idsOf = (found: { id: string }[]): string[] => found.map(({ id }) => id);

/**
 * The runs of a contact that became another one. Of an automation that allows one run per contact, the base's goes on and the
 * other's is cancelled.
 */
export async function moveRuns(ctx: Ctx, fromContactId: string, toContactId: string): Promise<void> {
  const doubled = await rows<{ id: string }>(
    ctx,
    sql`select o.id from automation_runs o join automation_runs b on b.tenant_id = o.tenant_id and b.automation_id = o.automation_id
          and b.contact_id = ${toContactId} and b.is_single and b.status in ('running', 'waiting')
        where o.tenant_id = ${ctx.tenantId} and o.contact_id = ${fromContactId} and o.is_single and o.status in ('running', 'waiting')`,
  );
  if (doubled.length > 0) await cancel(ctx, idsOf(doubled));
  await rows(
    ctx,
    sql`update automation_runs set contact_id = ${toContactId} where tenant_id = ${ctx.tenantId} and contact_id = ${fromContactId}`,
  );
}

/** What a contact's runs knew of them, and what they were about to do, goes; that they ran, and how they ended, stays. */
export async function emptyRuns(ctx: Ctx, contactId: string): Promise<void> {
  const runs = await rows<{ id: string; isOpen: boolean }>(
    ctx,
    sql`select id, status in ('running', 'waiting') as "isOpen" from automation_runs
        where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} order by id`,
  );
  if (runs.length === 0) return;
  await cancelByInput(ctx, jobs.callHttp, 'runId', idsOf(runs)); // a request holds what is sent; one that failed outlives its run
  await cancel(ctx, idsOf(runs.filter(({ isOpen }) => isOpen)));
  await rows(
    ctx,
    sql`update automation_runs set variables = '{}', error = null where tenant_id = ${ctx.tenantId} and contact_id = ${contactId}`,
  );
  await rows(
    ctx,
    sql`update automation_run_steps set detail = null
        where tenant_id = ${ctx.tenantId} and run_id = any(${idsOf(runs)}::uuid[]) and detail is not null`,
  );
}

/** Their jobs first, as their steps do. */
async function cancel(ctx: Ctx, runIds: string[]): Promise<void> {
  if (runIds.length === 0) return;
  await cancelJobs(ctx, jobs.advanceRun, runIds);
  await rows(
    ctx,
    sql`update automation_runs set status = 'cancelled', waiting_for = null, wake_at = null, asked_message_id = null,
          ended_at = ${ctx.clock.now()}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = any(${runIds}::uuid[]) and status in ('running', 'waiting')`,
  );
}

/** Takes steps away that are older than a time, some of them; answers how many. */
export const removeStepsBefore = async (ctx: Ctx, before: Date, most: number): Promise<number> => {
  const removed = await rows(
    ctx,
    sql`delete from automation_run_steps where tenant_id = ${ctx.tenantId} and id in (
          select id from automation_run_steps where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) order by id limit ${most})
        returning 1`,
  );
  return removed.length;
};
