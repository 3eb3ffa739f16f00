import { invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { averageOf, percentileOf } from './durations.ts';
import { checkedPeriods, explainZone, type Periods } from './periods.ts';
import type { CampaignPeriod, CountedRow, Metric, ReportRequest, ReportRow } from './report.ts';
import { selectCampaignTimeline, selectReport } from './reports.store.ts';

const MOST_ROWS = 5_000;

export type Report = { request: ReportRequest; rows: ReportRow[] };

/** Returns the counts of a metric. The range is extended to whole quarter hours. */
export async function readReport(ctx: Ctx, wanted: ReportRequest): Promise<Report> {
  const request = { ...checkedPeriods(wanted), filters: knownIds(wanted.filters) };
  const rows = await selectReport(ctx, request, MOST_ROWS + 1).catch(explainZone);
  if (rows.length > MOST_ROWS)
    throw invalidParam('groupBy', 'too_big', `The report has more than ${MOST_ROWS} rows; use a shorter time or fewer groups`);
  return { request, rows: rows.map((row) => toReportRow(row, wanted.metric)) };
}

const toReportRow = ({ totalMs, histogram, ...row }: CountedRow, metric: Metric): ReportRow => ({
  ...row,
  durations: metric.endsWith('_time')
    ? {
        averageSeconds: averageOf(totalMs, row.count),
        p50Seconds: percentileOf(histogram, 0.5),
        p90Seconds: percentileOf(histogram, 0.9),
        p95Seconds: percentileOf(histogram, 0.95),
      }
    : null,
  averageScore: metric === 'ratings' ? averageOf(totalMs, row.count) : null,
});

/** Returns the outcomes of a campaign by period. The number of periods is bounded by the range. */
export async function readCampaignTimeline(ctx: Ctx, campaignId: string, wanted: Periods): Promise<CampaignPeriod[]> {
  return selectCampaignTimeline(ctx, { ...checkedPeriods(wanted), campaignId }, MOST_ROWS).catch(explainZone);
}

/** A malformed id is that of nothing: it matches no row. */
function knownIds({ channelIds, userIds, teamIds }: ReportRequest['filters']): ReportRequest['filters'] {
  const known = (ids: string[] | undefined): string[] | undefined => ids?.filter(isId);
  return { channelIds: known(channelIds), userIds: known(userIds), teamIds: known(teamIds) };
}
