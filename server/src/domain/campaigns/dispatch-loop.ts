import { Failure } from '../../platform/errors.ts';
import { append, publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Channel, capabilities, findChannel } from '../channels/index.ts';
import {
  cancelPlanned,
  failLost,
  type RunCounts,
  removeRecipients,
  retryOnDeadlock,
  selectRunCounts,
} from '../recipients/index.ts';
import { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from '../tenants/index.ts';
import type { Campaign, CampaignRun } from './campaign.ts';
import { lockCampaign, selectCampaign, updateCampaignRow } from './campaigns.store.ts';
import { channelBlock } from './check.ts';
import { releaseToAutomation, releaseToSenders } from './dispatch.ts';
import { doneOf, progressSince, type Sample } from './progress.ts';
import { endRun, selectRun } from './runs.store.ts';
import { campaignData } from './runs.ts';
import { scheduleNext } from './schedule/schedule-next.ts';
import { statusAfter } from './status.ts';

/** `told` is when progress was told last; `lookedAt` when messages that vanished were looked for last. */
type Drive = { campaignId: string; runId: string; told?: Sample | undefined; lookedAt?: string | undefined };
type Next = { input: Drive; at?: Date | undefined } | undefined;

/** So much of the channel's rate may be on its way at once: enough not to run dry between two looks, little enough to pause. */
const WINDOW_SECONDS = 2;
/** A handful share a job, so these are fewer jobs than a tenant may have under way: what somebody writes meanwhile does not wait. */
const LARGEST_WINDOW = 2_000;
const BATCH = 400;
const REMOVED_AT_ONCE = 5_000;
const LOOK_AGAIN_MS = 300;
const PAUSED_MS = 3_600_000;
const TELL_EVERY_MS = 1_000;
const LOST_EVERY_MS = 60_000;

/**
 * One look at a run, in one transaction: hands over as many recipients as there is room for, tells how far it has come, and
 * sees to its end. A campaign that is gone leaves its recipients to be taken away.
 */
export async function dispatchRun(ctx: Ctx, input: Drive): Promise<Next> {
  const campaign = await selectCampaign(ctx, input.campaignId);
  if (!campaign) return (await removeRecipients(ctx, input.runId, REMOVED_AT_ONCE)) > 0 ? { input } : undefined;
  const run = await selectRun(ctx, input.runId);
  const counts = await selectRunCounts(ctx, input.runId);
  if (!run || !counts || run.completedAt !== null) return undefined;
  switch (campaign.status) {
    case 'running':
      if (!(await hasFeature(ctx, 'campaigns'))) return { input, at: later(ctx, SUSPENDED_LOOK_AGAIN_MS) };
      return drive(ctx, { campaign, run, counts }, input);
    case 'cancelled':
    case 'failed':
      return windUp(ctx, run, counts, input);
    default:
      return { input, at: later(ctx, PAUSED_MS) }; // whoever resumes it wakes this job
  }
}

type Driven = { campaign: Campaign; run: CampaignRun; counts: RunCounts };

const later = (ctx: Ctx, ms: number): Date => new Date(ctx.clock.now().getTime() + ms);

async function drive(ctx: Ctx, { campaign, run, counts }: Driven, input: Drive): Promise<Next> {
  const channel = await findChannel(ctx, campaign.channelId);
  const blocked = channel ? (channelBlock(channel) ?? counts.blockedReason) : 'The channel of this campaign is gone';
  if (!channel || blocked) return block(ctx, campaign, blocked ?? '', input);
  if (run.status === 'sending' && counts.planned === 0 && counts.queued === 0)
    return complete(ctx, campaign, run, channel, input);
  const most = Math.min(BATCH, counts.planned, roomFor(channel, campaign, counts));
  try {
    const released = most <= 0 ? 0 : await handOver(ctx, { campaign, run, channel, after: counts.releasedTo, most });
    if (most > 0 && released === 0) await retryOnDeadlock(ctx, run.id);
    const looked = await lookForLost(ctx, run, counts, input);
    const next = await tell(ctx, campaign, channel, counts, looked);
    return released === BATCH && campaign.automationId === null
      ? { input: next }
      : { input: next, at: later(ctx, LOOK_AGAIN_MS) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return block(ctx, campaign, reasonOf(error), input); // before anything was written: its template or its automation cannot be used
  }
}

const handOver = (ctx: Ctx, { campaign, ...rest }: Parameters<typeof releaseToSenders>[1]): Promise<number> =>
  campaign.automationId === null ? releaseToSenders(ctx, { campaign, ...rest }) : releaseToAutomation(ctx, { campaign, ...rest });

const reasonOf = ({ message, detail }: Failure): string =>
  [message, ...Object.entries(detail.invalidParams ?? {}).map(([path, one]) => `${path}: ${one.message}`)].join('; ');

/** Runs of an automation send when they like, so they begin at the pace of the channel; messages wait for their turn in a queue. */
function roomFor(channel: Channel, { automationId }: Campaign, { queued }: RunCounts): number {
  const rate = channel.ratePerSecond ?? capabilities[channel.type].ratePerSecond;
  if (automationId !== null) return Math.max(1, Math.floor((rate * LOOK_AGAIN_MS) / 1000));
  return Math.min(LARGEST_WINDOW, Math.max(1, rate * WINDOW_SECONDS)) - queued;
}

/** Pauses a campaign that the provider, or somebody, has stopped, and says why; whoever mends it resumes it. */
async function block(ctx: Ctx, { id }: Campaign, reason: string, input: Drive): Promise<Next> {
  const campaign = await lockCampaign(ctx, id);
  if (campaign?.status === 'running')
    await updateCampaignRow(ctx, id, { status: statusAfter('running', 'pause'), statusReason: reason });
  return { input, at: later(ctx, PAUSED_MS) };
}

/** Everybody is dealt with: the campaign is over, or waits for its next time. */
async function complete(ctx: Ctx, { id }: Campaign, run: CampaignRun, channel: Channel, input: Drive): Promise<Next> {
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

/** A cancelled campaign takes back whom it has not handed over, and ends when what was on its way has arrived or come back. */
async function windUp(ctx: Ctx, run: CampaignRun, counts: RunCounts, input: Drive): Promise<Next> {
  if ((await cancelPlanned(ctx, run.id, counts.releasedTo, REMOVED_AT_ONCE)) > 0) return { input };
  if (counts.planned > 0) await retryOnDeadlock(ctx, run.id);
  if (run.status === 'planning' || counts.planned + counts.queued > 0) return { input, at: later(ctx, LOOK_AGAIN_MS) };
  await endRun(ctx, run.id, 'cancelled');
  return undefined;
}

/** A chat that was deleted takes its messages along; nobody would ever report on their recipients. */
async function lookForLost(ctx: Ctx, run: CampaignRun, counts: RunCounts, input: Drive): Promise<Drive> {
  const now = ctx.clock.now();
  const lookedAt = input.lookedAt ?? run.startedAt.toISOString();
  if (counts.queued === 0 || now.getTime() - new Date(lookedAt).getTime() < LOST_EVERY_MS) return input;
  await failLost(ctx, run.id);
  return { ...input, lookedAt: now.toISOString() };
}

/** How far the run has come, on the live feed, about once a second. */
async function tell(ctx: Ctx, campaign: Campaign, channel: Channel, counts: RunCounts, input: Drive): Promise<Drive> {
  const now = ctx.clock.now();
  const sample = { at: now.toISOString(), done: doneOf(counts) };
  if (!input.told) return { ...input, told: sample };
  if (now.getTime() - new Date(input.told.at).getTime() < TELL_EVERY_MS) return input;
  const { ratePerSecond, estimatedEndAt } = progressSince(input.told, counts, now);
  const data = { ...campaignData(campaign, counts), runId: input.runId, ratePerSecond };
  await append(ctx, 'campaign.progress', channel, { ...data, estimatedEndAt: estimatedEndAt?.toISOString() ?? null });
  return { ...input, told: sample };
}
