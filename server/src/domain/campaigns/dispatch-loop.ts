import { explainFailure, Failure } from '../../platform/errors.ts';
import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Channel, channelDefinitions, findChannel } from '../channels/index.ts';
import {
  cancelPlanned,
  failLost,
  type RunCounts,
  removeRecipients,
  restartDispatch,
  selectRunCounts,
} from '../recipients/index.ts';
import { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from '../tenants/index.ts';
import type { Campaign, CampaignRun } from './campaign.ts';
import { lockCampaign, selectCampaign, updateCampaignRow } from './campaigns.store.ts';
import { channelBlock } from './check.ts';
import { dispatchMessages, dispatchToAutomation } from './dispatch.ts';
import { doneOf, progressSince, type Sample } from './progress.ts';
import { endRun, selectRun } from './runs.store.ts';
import { campaignData } from './runs.ts';
import { scheduleNext } from './schedule/schedule-next.ts';
import { statusAfter } from './status.ts';

/** The job's input. `told` and `lookedAt` are stored in jobs and keep their names: the last published progress, and the last search for lost messages. */
type DispatchInput = { campaignId: string; runId: string; told?: Sample | undefined; lookedAt?: string | undefined };
type Next = { input: DispatchInput; at?: Date | undefined } | undefined;

/** How many seconds of the channel's rate may be queued: enough for the time between two steps, few enough to pause quickly. */
const WINDOW_SECONDS = 2;
/** Several messages share a job, so these are fewer jobs than a tenant's concurrency limit: single messages do not wait for them. */
const MAX_WINDOW = 2_000;
const BATCH = 400;
const REMOVED_PER_STEP = 5_000;
const STEP_EVERY_MS = 300;
const PAUSED_MS = 3_600_000;
const PROGRESS_EVERY_MS = 1_000;
const LOST_EVERY_MS = 60_000;

/**
 * Runs one step of the dispatch loop in one transaction: dispatches as many recipients as fit into the window, publishes progress
 * and ends the run. Deletes the recipients of a deleted campaign.
 */
export async function dispatchRun(ctx: Ctx, input: DispatchInput): Promise<Next> {
  const campaign = await selectCampaign(ctx, input.campaignId);
  if (!campaign) return (await removeRecipients(ctx, input.runId, REMOVED_PER_STEP)) > 0 ? { input } : undefined;
  const run = await selectRun(ctx, input.runId);
  const counts = await selectRunCounts(ctx, input.runId);
  if (!run || !counts || run.completedAt !== null) return undefined;
  switch (campaign.status) {
    case 'running':
      if (!(await hasFeature(ctx, 'campaigns'))) return { input, at: later(ctx, SUSPENDED_LOOK_AGAIN_MS) };
      return dispatchNext(ctx, { campaign, run, counts }, input);
    case 'cancelled':
    case 'failed':
      return finishCancelled(ctx, run, counts, input);
    default:
      return { input, at: later(ctx, PAUSED_MS) }; // resumeCampaign makes this job due
  }
}

type Step = { campaign: Campaign; run: CampaignRun; counts: RunCounts };

const later = (ctx: Ctx, ms: number): Date => new Date(ctx.clock.now().getTime() + ms);

async function dispatchNext(ctx: Ctx, { campaign, run, counts }: Step, input: DispatchInput): Promise<Next> {
  const channel = await findChannel(ctx, campaign.channelId);
  const blocked = channel ? (channelBlock(channel) ?? counts.blockedReason) : 'The channel of this campaign is gone';
  if (!channel || blocked) return pauseBlocked(ctx, campaign, blocked ?? '', input);
  if (run.status === 'sending' && counts.planned === 0 && counts.queued === 0)
    return complete(ctx, campaign, run, channel, input);
  const most = Math.min(BATCH, counts.planned, windowFor(channel, campaign, counts));
  const dispatched = most <= 0 ? 0 : await dispatchOrReason(ctx, { campaign, run, channel, after: counts.releasedTo, most });
  if (typeof dispatched === 'string') return pauseBlocked(ctx, campaign, dispatched, input);
  if (most > 0 && dispatched === 0) await restartDispatch(ctx, run.id);
  const checked = await failLostRecipients(ctx, run, counts, input);
  const next = await publishProgress(ctx, campaign, channel, counts, checked);
  return dispatched === BATCH && campaign.automationId === null
    ? { input: next }
    : { input: next, at: later(ctx, STEP_EVERY_MS) };
}

/** Returns how many were dispatched, or why none can be: an unusable template or automation fails before any write. */
async function dispatchOrReason(ctx: Ctx, batch: Parameters<typeof dispatchMessages>[1]): Promise<number | string> {
  try {
    return await dispatch(ctx, batch);
  } catch (error) {
    if (error instanceof Failure) return explainFailure(error);
    throw error;
  }
}

const dispatch = (ctx: Ctx, { campaign, ...rest }: Parameters<typeof dispatchMessages>[1]): Promise<number> =>
  campaign.automationId === null
    ? dispatchMessages(ctx, { campaign, ...rest })
    : dispatchToAutomation(ctx, { campaign, ...rest });

/** Returns how many recipients may be dispatched now. Automation runs are not queued, so they start at the channel's rate. */
function windowFor(channel: Channel, { automationId }: Campaign, { queued }: RunCounts): number {
  const rate = channel.ratePerSecond ?? channelDefinitions[channel.type].ratePerSecond;
  if (automationId !== null) return Math.max(1, Math.floor((rate * STEP_EVERY_MS) / 1000));
  return Math.min(MAX_WINDOW, Math.max(1, rate * WINDOW_SECONDS)) - queued;
}

/** Pauses a campaign that cannot be sent now, with the reason. */
async function pauseBlocked(ctx: Ctx, { id }: Campaign, reason: string, input: DispatchInput): Promise<Next> {
  const campaign = await lockCampaign(ctx, id);
  if (campaign?.status === 'running')
    await updateCampaignRow(ctx, id, { status: statusAfter('running', 'pause'), statusReason: reason });
  return { input, at: later(ctx, PAUSED_MS) };
}

/** Ends a run without open recipients: the campaign is completed, or waits for its next run. */
async function complete(ctx: Ctx, { id }: Campaign, run: CampaignRun, channel: Channel, input: DispatchInput): Promise<Next> {
  const campaign = await lockCampaign(ctx, id);
  const counts = await selectRunCounts(ctx, run.id);
  if (campaign?.status !== 'running' || !counts || counts.planned + counts.queued > 0) return { input };
  await endRun(ctx, run.id, 'completed');
  const nextRunAt = campaign.recurrenceRules.length > 0 ? await scheduleNext(ctx, campaign, run.instant) : null;
  const status = statusAfter(campaign.status, nextRunAt ? 'wait' : 'complete');
  await updateCampaignRow(ctx, id, { status, nextRunAt });
  await publish(ctx, 'campaign.completed', channel, campaignData({ ...campaign, status }, counts));
  return undefined;
}

/** Cancels the planned recipients of a cancelled campaign, and ends the run when no message is queued any more. */
async function finishCancelled(ctx: Ctx, run: CampaignRun, counts: RunCounts, input: DispatchInput): Promise<Next> {
  if ((await cancelPlanned(ctx, run.id, counts.releasedTo, REMOVED_PER_STEP)) > 0) return { input };
  if (counts.planned > 0) await restartDispatch(ctx, run.id);
  if (run.status === 'planning' || counts.planned + counts.queued > 0) return { input, at: later(ctx, STEP_EVERY_MS) };
  await endRun(ctx, run.id, 'cancelled');
  return undefined;
}

/** Fails recipients whose message was deleted with its chat: no receipt would ever arrive for them. */
async function failLostRecipients(ctx: Ctx, run: CampaignRun, counts: RunCounts, input: DispatchInput): Promise<DispatchInput> {
  const now = ctx.clock.now();
  const lookedAt = input.lookedAt ?? run.startedAt.toISOString();
  if (counts.queued === 0 || now.getTime() - new Date(lookedAt).getTime() < LOST_EVERY_MS) return input;
  await failLost(ctx, run.id);
  return { ...input, lookedAt: now.toISOString() };
}

/** Publishes the progress of a run on the live feed, about once a second. */
async function publishProgress(
  ctx: Ctx,
  campaign: Campaign,
  channel: Channel,
  counts: RunCounts,
  input: DispatchInput,
): Promise<DispatchInput> {
  const now = ctx.clock.now();
  const sample = { at: now.toISOString(), done: doneOf(counts) };
  if (!input.told) return { ...input, told: sample };
  if (now.getTime() - new Date(input.told.at).getTime() < PROGRESS_EVERY_MS) return input;
  const { ratePerSecond, estimatedEndAt } = progressSince(input.told, counts, now);
  const data = { ...campaignData(campaign, counts), runId: input.runId, ratePerSecond };
  await publish(ctx, 'campaign.progress', channel, { ...data, estimatedEndAt: estimatedEndAt?.toISOString() ?? null });
  return { ...input, told: sample };
}
