import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import { createAutomation, publishAutomation } from '../../server/src/domain/automations/index.ts';
import { type Campaign, createCampaign, pauseCampaign, startCampaign } from '../../server/src/domain/campaigns/index.ts';
import type { Contact } from '../../server/src/domain/contacts/index.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { type Ctx, rows } from '../../server/src/storage/context.ts';

type CampaignParts = { channelId: string; person: Contact; fileId: string };

/** Campaigns: a draft that can start, a scheduled, a paused and a completed one, with their dependent rows. */
export async function makeCampaigns(ctx: Ctx, { channelId, person, fileId }: CampaignParts, text: string) {
  const automation = await createAutomation(ctx, {
    name: `${text} campaign automation`,
    description: null,
    trigger: { type: 'campaign', parameters: {} },
    steps: [{ id: 'hello', type: 'send_message', text: `${text} campaign step` }],
    isSingle: false,
  });
  await publishAutomation(ctx, automation.id);
  const make = (name: string, scheduledAt: Date | null = null) =>
    createCampaign(ctx, {
      channelId,
      name: `${text} ${name}`,
      description: `${text} about ${name}`,
      content: { type: 'text', text: `${text} in ${name}` },
      automationId: null,
      messageTemplateId: null,
      variables: { offer: `${text} offer` },
      audience: { contactIds: [person.id] },
      scheduledAt,
      recurrenceRules: [],
      timeZone: 'UTC',
      missed: 'skip',
    });
  const later = () => new Date(Date.UTC(2100, 0, 1) + randomInt(2 ** 40));
  const [draft, scheduled, paused, over] = [
    await make('draft'),
    await make('scheduled', later()),
    await make('paused', later()),
    await make('over'),
  ];
  await startCampaign(ctx, scheduled.id);
  await startCampaign(ctx, paused.id);
  await pauseCampaign(ctx, paused.id);
  return {
    campaign: draft.id,
    scheduledCampaign: scheduled.id,
    pausedCampaign: paused.id,
    failedCampaign: over.id,
    campaignAutomation: automation.id,
    ...(await makeRecipient(ctx, over, person, text)),
    ...(await makeImport(ctx, draft, fileId, text)),
  };
}

/** A completed run with one failed recipient. */
async function makeRecipient(ctx: Ctx, { id }: Campaign, person: Contact, text: string) {
  const { currentRunId: run, channelId } = await startCampaign(ctx, id);
  const recipient = newId(ctx.clock);
  const error = JSON.stringify({ key: 'refused', code: null, message: `${text} refusal` });
  const mine = sql`tenant_id = ${ctx.tenantId}`;
  await rows(
    ctx,
    sql`insert into campaign_recipients (tenant_id, id, campaign_id, run_id, contact_id, channel_id, handle_id, state, parameters, error, created_at, updated_at)
        values (${ctx.tenantId}, ${recipient}, ${id}, ${run}, ${person.id}, ${channelId}, ${person.handles[0]?.id}, 'failed', ${JSON.stringify({ note: `${text} parameter` })},
          ${error}, now(), now())`,
  );
  await rows(ctx, sql`update campaign_counts set failed = 1 where ${mine} and run_id = ${run}`);
  await rows(
    ctx,
    sql`update campaign_runs set status = 'completed', planned_at = now(), completed_at = now() where ${mine} and id = ${run}`,
  );
  await rows(ctx, sql`update campaigns set status = 'completed' where ${mine} and id = ${id}`);
  return { recipient, run: run ?? '' };
}

/** The imported file of the draft, with one refused line. */
async function makeImport(ctx: Ctx, { id }: Campaign, fileId: string, text: string) {
  const refusedLine = newId(ctx.clock);
  await rows(
    ctx,
    sql`insert into campaign_imports (tenant_id, campaign_id, file_id, mapping, status, refused, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${fileId}, ${JSON.stringify({ [`${text} column`]: 'email' })}, 'completed', 1, now(), now())`,
  );
  await rows(
    ctx,
    sql`insert into campaign_refused_lines (tenant_id, id, campaign_id, line, reason, text)
        values (${ctx.tenantId}, ${refusedLine}, ${id}, 2, ${`${text} reason`}, ${`${text} line`})`,
  );
  return { refusedLine };
}
