import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Counts } from './recipient.ts';

export async function insertCounts(ctx: Ctx, campaignId: string, runId: string): Promise<void> {
  await rows(
    ctx,
    sql`insert into campaign_counts (tenant_id, run_id, campaign_id) values (${ctx.tenantId}, ${runId}, ${campaignId})
        on conflict do nothing`,
  );
}

const columns = sql`planned, queued, sent, failed, unknown, skipped, cancelled, delivered, read,
  planned + queued + sent + failed + unknown + skipped + cancelled as recipients`;

/** The counts of a run. `blockedReason`: why a provider refuses the whole campaign. */
export type RunCounts = Counts & {
  runId: string;
  blockedReason: string | null;
  /** The contact that was dispatched last. */
  releasedTo: string | null;
};

export const selectCounts = (ctx: Ctx, campaignId: string): Promise<RunCounts[]> =>
  rows<RunCounts>(
    ctx,
    sql`select run_id as "runId", blocked_reason as "blockedReason", released_to as "releasedTo", ${columns} from campaign_counts
        where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}`,
  );

/** Returns the counts of some runs. */
export const selectCountsOfRuns = (ctx: Ctx, runIds: string[]): Promise<RunCounts[]> =>
  rows<RunCounts>(
    ctx,
    sql`select run_id as "runId", blocked_reason as "blockedReason", released_to as "releasedTo", ${columns} from campaign_counts
        where tenant_id = ${ctx.tenantId} and run_id = any(${runIds}::uuid[])`,
  );

export const selectRunCounts = (ctx: Ctx, runId: string): Promise<RunCounts | undefined> =>
  row<RunCounts>(
    ctx,
    sql`select run_id as "runId", blocked_reason as "blockedReason", released_to as "releasedTo", ${columns} from campaign_counts
        where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
  );

/** Marks runs that a provider refuses as a whole. The dispatch loop pauses them. */
export const blockRuns = (ctx: Ctx, recipientIds: string[], reason: string) =>
  rows(
    ctx,
    sql`update campaign_counts set blocked_reason = ${reason}
        where tenant_id = ${ctx.tenantId} and blocked_reason is null and run_id in (
          select run_id from campaign_recipients where tenant_id = ${ctx.tenantId} and id = any(${recipientIds}::uuid[]))`,
  );

export const unblockRun = (ctx: Ctx, runId: string) =>
  rows(
    ctx,
    sql`update campaign_counts set blocked_reason = null
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} and blocked_reason is not null`,
  );
