import { schedule } from '../../../queue/index.ts';
import { jobs } from '../../../registry/jobs.ts';
import type { Ctx } from '../../../storage/context.ts';
import type { Campaign } from '../campaign.ts';
import { timerOf } from '../ids.ts';
import { dueInPool } from './in-pool.ts';

/**
 * Sets the timer of the next instant and returns the instant; null if there is none. A missed instant is due now or skipped, as the
 * campaign says. The caller stores it in the row.
 */
export async function scheduleNext(ctx: Ctx, campaign: Campaign, after: Date): Promise<Date | null> {
  const at = await dueInPool(ctx, campaign, after);
  if (!at) return null;
  const input = { campaignId: campaign.id, instant: at.toISOString() };
  await schedule(ctx, jobs.startCampaignRun, { id: timerOf(campaign.id, at), input, at });
  return at;
}

/** Sets the first timer. Without scheduledAt, rules start at the current minute, which may be the first instant. */
export async function scheduleFirst(ctx: Ctx, campaign: Campaign): Promise<{ nextRunAt: Date | null; scheduledAt: Date | null }> {
  const now = ctx.clock.now();
  const { scheduledAt, recurrenceRules } = campaign;
  if (scheduledAt || recurrenceRules.length === 0) return { nextRunAt: await scheduleNext(ctx, campaign, now), scheduledAt };
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const justBefore = new Date(minute.getTime() - 1);
  return { nextRunAt: await scheduleNext(ctx, { ...campaign, scheduledAt: minute }, justBefore), scheduledAt: minute };
}
