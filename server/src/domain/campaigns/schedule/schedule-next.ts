import { schedule } from '../../../queue/index.ts';
import { jobs } from '../../../registry/jobs.ts';
import type { Ctx } from '../../../storage/context.ts';
import type { Campaign } from '../campaign.ts';
import { timerOf } from '../ids.ts';
import { dueInPool } from './in-pool.ts';

/**
 * Makes the timer of the next instant after a time, and answers it; null when there is none any more. One that has passed
 * meanwhile is due at once, or left out, as the campaign says. The caller keeps it in the row.
 */
export async function scheduleNext(ctx: Ctx, campaign: Campaign, after: Date): Promise<Date | null> {
  const at = await dueInPool(ctx, campaign, after);
  if (!at) return null;
  const input = { campaignId: campaign.id, instant: at.toISOString() };
  await schedule(ctx, jobs.startCampaignRun, { id: timerOf(campaign.id, at), input, at });
  return at;
}

/**
 * The rules of a campaign that was given no scheduledAt count from the minute in which it is started, and that minute may be
 * the first of their instants.
 */
export async function scheduleFirst(ctx: Ctx, campaign: Campaign): Promise<{ nextRunAt: Date | null; scheduledAt: Date | null }> {
  const now = ctx.clock.now();
  const { scheduledAt, recurrenceRules } = campaign;
  if (scheduledAt || recurrenceRules.length === 0) return { nextRunAt: await scheduleNext(ctx, campaign, now), scheduledAt };
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const beforeIt = new Date(minute.getTime() - 1);
  return { nextRunAt: await scheduleNext(ctx, { ...campaign, scheduledAt: minute }, beforeIt), scheduledAt: minute };
}
