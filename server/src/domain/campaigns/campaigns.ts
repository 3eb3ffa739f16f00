import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { schedule } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { selectCounts } from '../recipients/index.ts';
import { saveAudience, toAudience } from './audience.ts';
import type { Campaign, NewCampaign } from './campaign.ts';
import { insertCampaign, lockCampaign, selectCampaign, selectCampaignsOf, updateCampaignRow } from './campaigns.store.ts';
import { requireReady, requireValid } from './check.ts';
import { driverOf } from './ids.ts';
import { beginRun } from './runs.ts';
import { hasPassed, requireTimeToCome } from './schedule/check.ts';
import { scheduleFirst, scheduleNext } from './schedule/schedule-next.ts';
import { statusAfter } from './status.ts';

/** Creates a draft. Nothing is sent until it is started. */
export const createCampaign = (ctx: Ctx, wanted: NewCampaign): Promise<Campaign> =>
  inTransaction(ctx, async (ctx) => {
    requireTimeToCome(wanted, ctx.clock.now());
    const ids = await requireValid(ctx, wanted);
    const audience = await toAudience(ctx, wanted.audience);
    const id = idFor(ctx);
    const draft = {
      ...wanted,
      ...ids,
      id,
      audience,
      status: 'draft' as const,
      statusReason: null,
      nextRunAt: null,
      currentRunId: null,
    };
    const campaign = found(await insertCampaign(ctx, draft), 'campaign_not_found');
    await saveAudience(ctx, id, wanted.audience, audience);
    return campaign;
  });

export const getCampaign = async (ctx: Ctx, id: string): Promise<Campaign> =>
  found(isId(id) ? await selectCampaign(ctx, id) : undefined, 'campaign_not_found');

/** Returns the campaigns of a channel, newest first. */
export const campaignsOf = (ctx: Ctx, channelId: string): Promise<Campaign[]> => selectCampaignsOf(ctx, channelId);

export type CampaignUpdate = { [Field in keyof NewCampaign]?: NewCampaign[Field] | undefined };

/** Changes the given fields of a campaign that has not started, and its timer if the schedule changed. */
export const updateCampaign = (ctx: Ctx, id: string, changes: CampaignUpdate): Promise<Campaign> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = found(isId(id) ? await lockCampaign(ctx, id) : undefined, 'campaign_not_found');
    statusAfter(campaign.status, 'change');
    const { audience: wanted, ...plain } = changes;
    const changed = { ...campaign, ...given(plain) };
    if (isRescheduled(campaign, changed)) requireTimeToCome(changed, ctx.clock.now());
    const ids = await requireValid(ctx, changed);
    const audience = wanted && (await toAudience(ctx, wanted));
    if (wanted && audience) await saveAudience(ctx, campaign.id, wanted, audience);
    const { messageTemplateId, name, description, content, variables, scheduledAt, recurrenceRules, timeZone, missed } = changed;
    const fields = { messageTemplateId, name, description, content, variables, scheduledAt, recurrenceRules, timeZone, missed };
    const after = found(
      await updateCampaignRow(ctx, campaign.id, { ...fields, ...ids, ...(audience && { audience }) }),
      'campaign_not_found',
    );
    return after.status === 'scheduled' ? reschedule(ctx, after) : after;
  });

/** Returns whether the time changed, or the rules were removed: without rules a past time would send at once. */
const isRescheduled = (before: Campaign, after: Pick<Campaign, 'scheduledAt' | 'recurrenceRules'>): boolean =>
  before.scheduledAt?.getTime() !== after.scheduledAt?.getTime() ||
  (before.recurrenceRules.length > 0 && after.recurrenceRules.length === 0);

/** Sets the next run of a scheduled campaign. If there is none, it becomes a draft. */
async function reschedule(ctx: Ctx, campaign: Campaign): Promise<Campaign> {
  const nextRunAt = await scheduleNext(ctx, campaign, ctx.clock.now());
  const status = nextRunAt ? 'scheduled' : 'draft';
  return found(await updateCampaignRow(ctx, campaign.id, { nextRunAt, status }), 'campaign_not_found');
}

/** Starts a run now, or schedules the first one. */
export const startCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = found(isId(id) ? await lockCampaign(ctx, id) : undefined, 'campaign_not_found');
    statusAfter(campaign.status, 'start');
    if (hasPassed(campaign, ctx.clock.now()))
      throw new Failure('conflict', {
        message: 'The scheduledAt of this campaign has passed; change it, or set it to null to start at once',
      });
    await requireReady(ctx, campaign);
    const { nextRunAt, scheduledAt } = await scheduleFirst(ctx, campaign);
    if (!nextRunAt && campaign.recurrenceRules.length > 0)
      throw new Failure('conflict', {
        message: 'The last time of this schedule has passed; change recurrenceRules or scheduledAt',
      });
    const waiting = { status: statusAfter(campaign.status, 'schedule'), nextRunAt, scheduledAt };
    if (nextRunAt) await updateCampaignRow(ctx, campaign.id, waiting);
    else await beginRun(ctx, campaign, ctx.clock.now());
    return getCampaign(ctx, campaign.id);
  });

/** Deletes a campaign and its runs. The dispatch job of each run deletes the recipients, page by page. */
export const deleteCampaign = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const known = isId(id) ? await selectCampaign(ctx, id) : undefined;
    for (const { runId } of known ? await selectCounts(ctx, known.id) : [])
      await schedule(ctx, jobs.releaseCampaign, { id: driverOf(runId), input: { campaignId: id, runId }, concurrencyKey: runId });
    const campaign = known && (await lockCampaign(ctx, known.id));
    if (campaign) statusAfter(campaign.status, 'delete');
    return deleteByIds(ctx, 'campaigns', [id]);
  });

const given = <T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
