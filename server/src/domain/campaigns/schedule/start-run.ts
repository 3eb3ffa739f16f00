import type { Ctx } from '../../../storage/context.ts';
import { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from '../../tenants/index.ts';
import type { Campaign } from '../campaign.ts';
import { lockCampaign, updateCampaignRow } from '../campaigns.store.ts';
import { beginRun } from '../runs.ts';
import { statusAfter } from '../status.ts';
import { dueInPool } from './in-pool.ts';
import { scheduleNext } from './schedule-next.ts';

type Timer = { campaignId: string; instant: string };

/**
 * Starts the run of a timer that is due. Does nothing if the campaign was changed, paused or cancelled since: its next run has another
 * time. Of two timers of one instant, the second finds the run of the first.
 */
export async function startCampaignRun(ctx: Ctx, input: Timer): Promise<{ input: Timer; at: Date } | undefined> {
  const campaign = await lockCampaign(ctx, input.campaignId);
  if (campaign?.status !== 'scheduled' || campaign.nextRunAt?.toISOString() !== input.instant) return undefined;
  const now = ctx.clock.now();
  if (!(await hasFeature(ctx, 'campaigns'))) return { input, at: new Date(now.getTime() + SUSPENDED_LOOK_AGAIN_MS) };
  const justBefore = new Date(campaign.nextRunAt.getTime() - 1);
  const due = await dueInPool(ctx, campaign, justBefore);
  if (!due || due > now) await scheduleAfter(ctx, campaign, justBefore);
  else if (!(await beginRun(ctx, campaign, due))) await scheduleAfter(ctx, campaign, due);
  return undefined;
}

/** Schedules the next run. Ends the campaign if the last one was missed and is skipped. */
async function scheduleAfter(ctx: Ctx, campaign: Campaign, after: Date): Promise<void> {
  const nextRunAt = await scheduleNext(ctx, campaign, after);
  if (nextRunAt) await updateCampaignRow(ctx, campaign.id, { nextRunAt });
  else
    await updateCampaignRow(ctx, campaign.id, {
      status: statusAfter(campaign.status, campaign.currentRunId ? 'lapse' : 'cancel'),
      statusReason: 'Its last time passed while no worker was running, and it says to skip what was missed',
      nextRunAt: null,
    });
}
