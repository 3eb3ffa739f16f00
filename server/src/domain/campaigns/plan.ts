import { type Ctx, idFor } from '../../storage/context.ts';
import { type Channel, capabilities, getChannel } from '../channels/index.ts';
import { holdIdentities } from '../contacts/index.ts';
import { insertRecipients, type NewRecipient, type RecipientError } from '../recipients/index.ts';
import { audiencePage, type Person } from './audience.store.ts';
import type { Campaign } from './campaign.ts';
import { selectCampaign } from './campaigns.store.ts';
import { placesOf } from './places.ts';
import { endPlanning, moveCursor, selectRun } from './runs.store.ts';

const PAGE = 1_000;

type Input = { campaignId: string };

/**
 * One page of the audience, in one transaction: its recipients, what their places hold now, and the cursor behind them. A worker
 * that dies repeats one page, which makes no second row.
 */
export async function planCampaign(ctx: Ctx, input: Input, runId: string): Promise<{ input: Input } | undefined> {
  const campaign = await selectCampaign(ctx, input.campaignId);
  const run = campaign && (await selectRun(ctx, runId));
  if (!campaign || run?.status !== 'planning') return undefined;
  if (campaign.status === 'cancelled' || campaign.status === 'failed') return void (await endPlanning(ctx, runId));
  const channel = await getChannel(ctx, campaign.channelId);
  await holdIdentities(ctx); // or somebody merged or erased just now would be planned as who they were
  const page = await audiencePage(ctx, campaign, channel, placesOf(campaign.content), run.cursor, PAGE);
  const last = page.at(-1);
  if (last) await moveCursor(ctx, runId, last.listedId);
  if (page.length < PAGE) await endPlanning(ctx, runId);
  const place = { campaignId: input.campaignId, runId, channelId: channel.id };
  await insertRecipients(
    ctx,
    place,
    page.flatMap((person) => toRecipient(ctx, campaign, channel, person)),
  );
  return page.length < PAGE ? undefined : { input };
}

/** Nobody, where the contact was deleted; skipped with the reason, where they cannot or must not be written to. */
function toRecipient(ctx: Ctx, campaign: Campaign, channel: Channel, person: Person): NewRecipient[] {
  if (person.isSubscribed === null) return [];
  const error = reasonToSkip(channel, person);
  const { contactId, handleId, contact, variables } = person;
  const parameters = campaign.automationId === null ? { contact, variables } : { variables };
  return [{ id: idFor(ctx), contactId, handleId, state: error ? 'skipped' : 'planned', parameters, error }];
}

function reasonToSkip(channel: Channel, { isSubscribed, handleId }: Person): RecipientError | null {
  if (!isSubscribed) return unsubscribed;
  if (handleId !== null) return null;
  const message = `The contact has no address that a ${channel.type} channel can reach (${capabilities[channel.type].reaches.join(', ')})`;
  return { key: 'no_address', code: null, message };
}

export const unsubscribed: RecipientError = {
  key: 'contact_unsubscribed',
  code: null,
  message: 'The contact does not want to be written to',
};
