import type { Ctx } from '../../storage/context.ts';
import { type Channel, capabilities, getChannel } from '../channels/index.ts';
import { declaredPurpose, type Purpose } from '../consents/index.ts';
import { holdIdentities } from '../contacts/index.ts';
import { countPlanned, planRecipients, type RecipientError } from '../recipients/index.ts';
import { findTemplate } from '../templates/index.ts';
import { audiencePage } from './audience.store.ts';
import type { Campaign } from './campaign.ts';
import { selectCampaign } from './campaigns.store.ts';
import { placeholdersIn } from './placeholders.ts';
import { endPlanning, moveCursor, selectRun } from './runs.store.ts';

const PAGE = 1_000;

type Input = { campaignId: string };

/**
 * Creates the recipients of one page of the audience. They commit together with the cursor, so a worker that dies repeats one page,
 * which inserts no second row.
 */
export async function expandAudience(ctx: Ctx, input: Input, runId: string): Promise<{ input: Input } | undefined> {
  const campaign = await selectCampaign(ctx, input.campaignId);
  const run = campaign && (await selectRun(ctx, runId));
  if (!campaign || run?.status !== 'planning') return undefined;
  if (campaign.status === 'cancelled' || campaign.status === 'failed') return void (await endPlanning(ctx, runId));
  const channel = await getChannel(ctx, campaign.channelId);
  await holdIdentities(ctx); // or somebody merged or erased just now would be planned as who they were
  const purpose = await purposeOf(ctx, campaign);
  const people = audiencePage(ctx, { ...campaign, purpose }, channel, placeholdersIn(campaign.content), run.cursor, PAGE);
  const target = { campaignId: input.campaignId, runId, channelId: channel.id };
  const page = await planRecipients(ctx, target, people, PAGE, { unsubscribed, noAddress: noAddress(channel) });
  if (page.last) await moveCursor(ctx, runId, page.last);
  if (page.listed < PAGE) await endPlanning(ctx, runId);
  await countPlanned(ctx, runId, page);
  return page.listed < PAGE ? undefined : { input };
}

/** Returns the purpose of the campaign's messages: that of its template, otherwise marketing. */
async function purposeOf(ctx: Ctx, { content, automationId }: Campaign): Promise<Purpose> {
  const template =
    automationId === null && content?.type === 'template' ? await findTemplate(ctx, content.template.id) : undefined;
  return declaredPurpose(template ? `template_${template.category}` : 'campaign') ?? 'marketing';
}

const noAddress = ({ type }: Channel): RecipientError => ({
  key: 'no_address',
  code: null,
  message: `The contact has no address that a ${type} channel can reach (${capabilities[type].reaches.join(', ')})`,
});

export const unsubscribed: RecipientError = {
  key: 'contact_unsubscribed',
  code: null,
  message: 'The contact withdrew consent to such messages on this channel',
};
