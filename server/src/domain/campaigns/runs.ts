import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { getChannel } from '../channels/index.ts';
import { type Counts, insertCounts, noCounts } from '../recipients/index.ts';
import type { Campaign, CampaignRun } from './campaign.ts';
import { updateCampaignRow } from './campaigns.store.ts';
import { driverOf, runIdOf } from './ids.ts';
import { insertRun } from './runs.store.ts';
import { statusAfter } from './status.ts';

/**
 * Starts the run of an instant: inserts it, enqueues the jobs that expand the audience and dispatch, and publishes the start. The
 * caller has locked the campaign. Returns undefined if the run exists already.
 */
export async function beginRun(ctx: Ctx, campaign: Campaign, instant: Date): Promise<CampaignRun | undefined> {
  const run = await insertRun(ctx, runIdOf(campaign.id, instant), campaign.id, instant);
  if (!run) return undefined;
  await insertCounts(ctx, campaign.id, run.id);
  const status = statusAfter(campaign.status, campaign.status === 'draft' ? 'start' : 'begin');
  await updateCampaignRow(ctx, campaign.id, { status, statusReason: null, currentRunId: run.id, nextRunAt: null });
  await enqueue(ctx, jobs.planCampaign, { campaignId: campaign.id }, { id: run.id });
  await enqueue(
    ctx,
    jobs.releaseCampaign,
    { campaignId: campaign.id, runId: run.id },
    { id: driverOf(run.id), concurrencyKey: run.id },
  );
  const channel = await getChannel(ctx, campaign.channelId);
  await publish(ctx, 'campaign.started', channel, campaignData({ ...campaign, status }, noCounts));
  return run;
}

/** Returns a campaign as events carry it. */
export const campaignData = ({ id, name, status }: Pick<Campaign, 'id' | 'name' | 'status'>, counts: Counts) => ({
  id,
  name,
  status,
  counts: toCounts(counts),
});

/** Returns only the counts of a row. */
export const toCounts = (counts: Counts): Counts =>
  Object.fromEntries(Object.keys(noCounts).map((key) => [key, counts[key as keyof Counts]])) as Counts;
