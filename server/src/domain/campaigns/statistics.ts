import type { Ctx } from '../../storage/context.ts';
import {
  addCounts,
  type Counts,
  countErrors,
  noCounts,
  type RecipientErrorCount,
  selectCounts,
  selectCountsOfRuns,
} from '../recipients/index.ts';
import { type CampaignPeriod, readCampaignTimeline } from '../reports/index.ts';
import type { Campaign, CampaignRun } from './campaign.ts';
import { getCampaign } from './campaigns.ts';
import { type Progress, progressSince } from './progress.ts';
import { selectRuns } from './runs.store.ts';
import { toCounts } from './runs.ts';

const MAX_RUNS = 100;
const MAX_ERRORS = 100;

export type RunStatistics = CampaignRun & Progress & { counts: Counts };
/** `errors`: the errors of failed, unknown and skipped recipients, the most frequent first. */
export type Statistics = { counts: Counts; errors: RecipientErrorCount[]; runs: RunStatistics[] };

/** Returns the counts of a campaign: all runs together, and each of the newest with its rate and estimated end. */
export async function campaignStatistics(ctx: Ctx, campaignId: string): Promise<Statistics> {
  const { id } = await getCampaign(ctx, campaignId);
  const [counted, runs, errors] = await Promise.all([
    selectCounts(ctx, id),
    selectRuns(ctx, id, MAX_RUNS),
    countErrors(ctx, id, MAX_ERRORS),
  ]);
  const byRun = new Map(counted.map((counts) => [counts.runId, toCounts(counts)]));
  return {
    counts: [...byRun.values()].reduce(addCounts, noCounts),
    errors,
    runs: runs.map((run) => {
      const counts = byRun.get(run.id) ?? noCounts;
      const until = run.completedAt ?? ctx.clock.now();
      return { ...run, counts, ...progressSince({ at: run.startedAt.toISOString(), done: 0 }, counts, until) };
    }),
  };
}

/** Returns the counts of the current or last run of each campaign; null where there is none. One statement for all of them. */
export async function currentCounts(ctx: Ctx, campaigns: Campaign[]): Promise<(Counts | null)[]> {
  const runIds = campaigns.flatMap(({ currentRunId }) => currentRunId ?? []);
  const found = runIds.length === 0 ? [] : await selectCountsOfRuns(ctx, runIds);
  const byRun = new Map(found.map((counts) => [counts.runId, toCounts(counts)]));
  return campaigns.map(({ currentRunId }) => (currentRunId && byRun.get(currentRunId)) || null);
}

export type TimelineRequest = { from: Date; to: Date; bucket: 'quarter_hour' | 'hour' | 'day'; timeZone: string };

/** Returns what became of the recipients of a campaign, by period. */
export async function campaignTimeline(ctx: Ctx, campaignId: string, request: TimelineRequest): Promise<CampaignPeriod[]> {
  const { id } = await getCampaign(ctx, campaignId);
  return readCampaignTimeline(ctx, id, request);
}
