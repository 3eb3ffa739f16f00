import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { CampaignRun, RunStatus } from './campaign.ts';

const columns = sql`id, campaign_id as "campaignId", instant, status, cursor, planned_at as "plannedAt", started_at as "startedAt",
  completed_at as "completedAt"`;

/** Returns undefined if the run exists already. */
export const insertRun = (ctx: Ctx, id: string, campaignId: string, instant: Date) =>
  row<CampaignRun>(
    ctx,
    sql`insert into campaign_runs (tenant_id, id, campaign_id, instant, status, started_at)
        values (${ctx.tenantId}, ${id}, ${campaignId}, ${instant}, 'planning', ${ctx.clock.now()})
        on conflict do nothing returning ${columns}`,
  );

export const selectRun = (ctx: Ctx, id: string) =>
  row<CampaignRun>(ctx, sql`select ${columns} from campaign_runs where tenant_id = ${ctx.tenantId} and id = ${id}`);

export const selectRuns = (ctx: Ctx, campaignId: string, limit: number) =>
  rows<CampaignRun>(
    ctx,
    sql`select ${columns} from campaign_runs where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}
        order by started_at desc, id desc limit ${limit}`,
  );

export const moveCursor = (ctx: Ctx, id: string, cursor: string) =>
  rows(ctx, sql`update campaign_runs set cursor = ${cursor} where tenant_id = ${ctx.tenantId} and id = ${id}`);

/** Marks the audience as expanded. */
export const endPlanning = (ctx: Ctx, id: string) =>
  rows(
    ctx,
    sql`update campaign_runs set status = 'sending', planned_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} and status = 'planning'`,
  );

export const endRun = (ctx: Ctx, id: string, status: Extract<RunStatus, 'completed' | 'cancelled'>) =>
  rows(
    ctx,
    sql`update campaign_runs set status = ${status}, completed_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

/** Reopens a completed run for a retry. */
export const reopenRun = (ctx: Ctx, id: string) =>
  rows(
    ctx,
    sql`update campaign_runs set status = 'sending', completed_at = null
        where tenant_id = ${ctx.tenantId} and id = ${id} and status = 'completed'`,
  );
