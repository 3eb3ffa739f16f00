import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { reschedule, schedule } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { retryRecipients, selectQueued, unblockRun } from '../recipients/index.ts';
import type { Campaign } from './campaign.ts';
import { type CampaignChanges, lockCampaign, selectCampaign, selectDueCampaigns, updateCampaignRow } from './campaigns.store.ts';
import { requireReady } from './check.ts';
import { driverOf } from './ids.ts';
import { reopenRun, selectRun } from './runs.store.ts';
import { scheduleNext } from './schedule/schedule-next.ts';
import { statusAfter } from './status.ts';

/** Pauses a campaign. After the commit no further send starts: each send checks the status before it calls the provider. */
export const pauseCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = found(isId(id) ? await lockCampaign(ctx, id) : undefined, 'campaign_not_found');
    const status = statusAfter(campaign.status, 'pause');
    return campaign.status === status ? campaign : save(ctx, campaign, { status, statusReason: 'It was paused by hand' });
  });

/** Pauses what runs, or starts by then. Returns how many campaigns. */
export async function pauseDueCampaigns(ctx: Ctx, until: Date): Promise<number> {
  const due = await selectDueCampaigns(ctx, until);
  for (const id of due) await pauseCampaign(ctx, id);
  return due.length;
}

/** Resumes the current run; without one, schedules the next run. */
export const resumeCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = await lockWithRun(ctx, id);
    if (campaign.status === 'running') return campaign;
    const run = campaign.currentRunId && (await selectRun(ctx, campaign.currentRunId));
    const isRunOpen = run && run.completedAt === null;
    const status = statusAfter(campaign.status, isRunOpen ? 'resume' : 'resume_waiting');
    await requireReady(ctx, campaign);
    if (!isRunOpen) return scheduleAgain(ctx, campaign);
    await unblockRun(ctx, run.id);
    await sendQueuedNow(ctx, run.id);
    return save(ctx, campaign, { status, statusReason: null });
  });

/** Makes the sends that wait for their campaign due now. */
const sendQueuedNow = async (ctx: Ctx, runId: string): Promise<void> =>
  reschedule(
    ctx,
    jobs.sendMessage,
    (await selectQueued(ctx, runId)).map(({ messageId }) => messageId),
  );

async function scheduleAgain(ctx: Ctx, campaign: Campaign): Promise<Campaign> {
  const nextRunAt = await scheduleNext(ctx, campaign, ctx.clock.now());
  return save(ctx, campaign, { status: nextRunAt ? 'scheduled' : 'draft', nextRunAt, statusReason: null });
}

/** Cancels a campaign. Messages already passed to the provider are sent; all others are cancelled. */
export const cancelCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = await lockWithRun(ctx, id);
    const status = statusAfter(campaign.status, 'cancel');
    if (campaign.status === status) return campaign;
    if (campaign.currentRunId) await sendQueuedNow(ctx, campaign.currentRunId);
    return save(ctx, campaign, { status, statusReason: null, nextRunAt: null });
  });

/** Sends new messages to failed recipients, and on request to those with an unknown outcome. */
export const retryCampaign = (ctx: Ctx, id: string, { includeUnknown = false } = {}): Promise<Campaign> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = await lockWithRun(ctx, id);
    const status = statusAfter(campaign.status, 'retry');
    const retried = campaign.currentRunId ? await retryRecipients(ctx, campaign.currentRunId, includeUnknown) : 0;
    if (retried === 0 || campaign.currentRunId === null)
      throw new Failure('conflict', { message: 'No recipient of the last run has failed: there is nothing to retry' });
    await reopenRun(ctx, campaign.currentRunId);
    return status === campaign.status ? campaign : save(ctx, campaign, { status, statusReason: null });
  });

/**
 * Locks the dispatch job of a campaign's run, then the campaign, and makes the job due after the commit. The job comes first because
 * it is locked itself while it changes the campaign.
 */
async function lockWithRun(ctx: Ctx, id: string): Promise<Campaign> {
  const { id: campaignId, currentRunId: runId } = found(
    isId(id) ? await selectCampaign(ctx, id) : undefined,
    'campaign_not_found',
  );
  if (runId)
    await schedule(ctx, jobs.releaseCampaign, { id: driverOf(runId), input: { campaignId, runId }, concurrencyKey: runId });
  return found(await lockCampaign(ctx, campaignId), 'campaign_not_found');
}

const save = async (ctx: Ctx, { id }: Campaign, changes: CampaignChanges): Promise<Campaign> =>
  found(await updateCampaignRow(ctx, id, changes), 'campaign_not_found');
