import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Fold } from '../../storage/fold.ts';
import type { Periods } from './periods.ts';
import { type CampaignPeriod, type CountedRow, campaignMetrics, type Dimension, type ReportRequest } from './report.ts';

/** Stands for no user, team or campaign in `report_counts`. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** Adds counts to the rows of their quarter hours. */
async function foldSome(ctx: Ctx, most: number): Promise<number> {
  const folded = await row<{ n: number }>(
    ctx,
    sql`with taken as (
          delete from report_deltas where tenant_id = ${ctx.tenantId} and id = any(array(
            select id from report_deltas where tenant_id = ${ctx.tenantId} order by id limit ${most} for update skip locked))
          returning *),
        added as (
          insert into report_counts as known (tenant_id, metric, slot, channel_id, user_id, team_id, campaign_id, bucket, amount, total_ms)
          select tenant_id, metric, slot, channel_id, coalesce(user_id, ${NONE}), coalesce(team_id, ${NONE}), coalesce(campaign_id, ${NONE}), bucket,
            sum(amount), sum(total_ms)
          from taken group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
          on conflict (tenant_id, metric, slot, channel_id, user_id, team_id, campaign_id, bucket)
            do update set amount = known.amount + excluded.amount, total_ms = known.total_ms + excluded.total_ms)
        select count(*)::int as n from taken`,
  );
  return folded?.n ?? 0;
}

export const reportFold: Fold = { deltas: 'report_deltas', foldSome };

const columns: Record<Dimension, string> = { channelId: 'channel_id', userId: 'user_id', teamId: 'team_id' };

/** Counts by period, group and duration bucket, then by period and group. Reads what is folded and what is not. */
export const selectReport = (ctx: Ctx, request: ReportRequest, most: number): Promise<CountedRow[]> => {
  const groups = join((['channelId', 'userId', 'teamId'] as const).map((dimension) => groupOf(dimension, request.groupBy)));
  const given = conditionsOf(ctx, request);
  return rows<CountedRow>(
    ctx,
    sql`with counted as (
          select slot, channel_id, user_id, team_id, bucket, amount, total_ms from report_counts where ${given}
          union all
          select slot, channel_id, user_id, team_id, bucket, amount, total_ms from report_deltas where ${given}),
        buckets as (
          select ${periodOf(request)} as "from", ${groups}, bucket, sum(amount) as amount, sum(total_ms) as total_ms
          from counted group by 1, 2, 3, 4, 5)
        select "from", channel_id as "channelId", user_id as "userId", team_id as "teamId", sum(amount)::float8 as count,
          sum(total_ms)::float8 as "totalMs", jsonb_object_agg(bucket, amount) as histogram
        from buckets group by 1, 2, 3, 4 order by 1, 2 nulls first, 3 nulls first, 4 nulls first limit ${most}`,
  );
};

const groupOf = (dimension: Dimension, groupBy: Dimension[]): Sql =>
  groupBy.includes(dimension)
    ? sql`nullif(${raw(columns[dimension])}, ${NONE}) as ${raw(columns[dimension])}`
    : sql`null::uuid as ${raw(columns[dimension])}`;

/** The start of the period in the time zone; it can be before the start of the report. */
const periodOf = ({ bucket, timeZone, from }: ReportRequest): Sql =>
  bucket === 'total' ? sql`${from}::timestamptz` : sql`date_trunc(${bucket}, slot, ${timeZone})`;

function conditionsOf(ctx: Ctx, { metric, from, to, filters }: ReportRequest): Sql {
  const among = (column: string, ids: string[] | undefined): Sql => (ids ? sql`and ${raw(column)} = any(${ids}::uuid[])` : empty);
  return sql`tenant_id = ${ctx.tenantId} and metric = ${metric} and slot >= ${from} and slot < ${to}
    ${among('channel_id', filters.channelIds)} ${among('user_id', filters.userIds)} ${among('team_id', filters.teamIds)}`;
}

/** Counts the outcomes of a campaign's recipients by period. */
export const selectCampaignTimeline = (
  ctx: Ctx,
  {
    campaignId,
    from,
    to,
    bucket,
    timeZone,
  }: { campaignId: string; from: Date; to: Date; bucket: Periods['bucket']; timeZone: string },
  most: number,
): Promise<CampaignPeriod[]> => {
  const given = sql`tenant_id = ${ctx.tenantId} and metric = any(${campaignMetrics}) and campaign_id = ${campaignId} and slot >= ${from} and slot < ${to}`;
  const amountOf = (metric: string): Sql => sql`coalesce(sum(amount) filter (where metric = ${metric}), 0)::float8`;
  return rows<CampaignPeriod>(
    ctx,
    sql`select ${bucket === 'quarter_hour' ? sql`slot` : sql`date_trunc(${bucket}, slot, ${timeZone})`} as "from", ${amountOf('campaign_sent')} as sent, ${amountOf('campaign_failed')} as failed,
          ${amountOf('campaign_delivered')} as delivered, ${amountOf('campaign_read')} as read,
          ${amountOf('campaign_replied')} as replied
        from (select metric, slot, amount from report_counts where ${given}
          union all select metric, slot, amount from report_deltas where ${given}) counted
        group by 1 order by 1 limit ${most}`,
  );
};
