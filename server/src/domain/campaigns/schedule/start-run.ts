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
 * The time of a campaign has come, or has passed while everything was down. A campaign that was changed, paused or cancelled
 * meanwhile has another time, or none, and of two timers of one instant the second finds the first one's run.
 */
export async function startCampaignRun(ctx: Ctx, input: Timer): Promise<{ input: Timer; at: Date } | undefined> {
  const campaign = await lockCampaign(ctx, input.campaignId);
  if (campaign?.status !== 'scheduled' || campaign.nextRunAt?.toISOString() !== input.instant) return undefined;
  const now = ctx.clock.now();
  if (!(await hasFeature(ctx, 'campaigns'))) return { input, at: new Date(now.getTime() + SUSPENDED_LOOK_AGAIN_MS) };
  const justBefore = new Date(campaign.nextRunAt.getTime() - 1);
  const due = await dueInPool(ctx, campaign, justBefore);
  if (!due || due > now) await waitOn(ctx, campaign, justBefore);
  else if (!(await beginRun(ctx, campaign, due))) await waitOn(ctx, campaign, due);
  return undefined;
}

/** Its next time, or where the last one was missed and is to be skipped, its end. */
async function waitOn(ctx: Ctx, campaign: Campaign, after: Date): Promise<void> {
  const nextRunAt = await scheduleNext(ctx, campaign, after);
  if (nextRunAt) await updateCampaignRow(ctx, campaign.id, { nextRunAt });
  else
    await updateCampaignRow(ctx, campaign.id, {
      status: statusAfter(campaign.status, campaign.currentRunId ? 'lapse' : 'cancel'),
      statusReason: 'Its last time passed while no worker was running, and it says to skip what was missed',
      nextRunAt: null,
    });
}
