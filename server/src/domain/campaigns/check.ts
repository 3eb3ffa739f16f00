import { Failure, invalidParam, within } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { getAutomation } from '../automations/index.ts';
import { type Channel, findChannel } from '../channels/index.ts';
import { draftOf, fillDraft, type NewContent } from '../messages/index.ts';
import type { Campaign, NewCampaign } from './campaign.ts';
import { selectImportStatus } from './campaigns.store.ts';
import { checkPlaceholders } from './placeholders.ts';
import { checkInPool } from './schedule/in-pool.ts';

type Checked = Pick<
  NewCampaign,
  'channelId' | 'content' | 'automationId' | 'scheduledAt' | 'recurrenceRules' | 'timeZone' | 'missed'
>;

/** Refuses a campaign that can never be sent, in the request and not when it is due. Returns the ids as they are stored. */
export async function requireValid(ctx: Ctx, campaign: Checked): Promise<{ channelId: string; automationId: string | null }> {
  const { content, automationId } = campaign;
  const channel = await findChannel(ctx, campaign.channelId);
  if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
  if (content && automationId !== null)
    throw invalidParam(
      'automationId',
      'custom',
      'Give content or an automation, not both: the automation sends its own messages',
    );
  await checkInPool(ctx, campaign);
  if (content) await within('content', () => requireContent(ctx, channel, content));
  return { channelId: channel.id, automationId: automationId === null ? null : await requireAutomation(ctx, automationId) };
}

/** Checks the content. A template may be approved later; its variables must be valid now. */
async function requireContent(ctx: Ctx, channel: Channel, content: NewContent): Promise<void> {
  if (content.type === 'reaction')
    throw invalidParam('type', 'custom', 'A reaction belongs to one message of one chat; a campaign cannot send it');
  checkPlaceholders(content);
  fillDraft(await draftOf(ctx, channel, content, { isLater: true }), content, 'campaign');
}

async function requireAutomation(ctx: Ctx, id: string): Promise<string> {
  const automation = isId(id) ? await getAutomation(ctx, id).catch(undefinedIfNotFound) : undefined;
  if (!automation) throw invalidParam('automationId', 'not_found', 'There is no automation with this id');
  const type = automation.latestTriggerType;
  if (type !== 'campaign' && type !== 'api')
    throw invalidParam(
      'automationId',
      'custom',
      `This automation starts by itself (${type}); a campaign starts one whose trigger is campaign or api`,
    );
  return automation.id;
}

const undefinedIfNotFound = (error: unknown): undefined => {
  if (error instanceof Failure && error.status === 404) return undefined;
  throw error;
};

const refuse = (message: string): never => {
  throw new Failure('conflict', { message });
};

/** Refuses to start a campaign without content, audience or a channel that can send. */
export async function requireReady(ctx: Ctx, campaign: Campaign): Promise<void> {
  const { audience, content, automationId } = campaign;
  if (!content && automationId === null) refuse('This campaign has nothing to send; give it content or an automation');
  if (audience.kind === 'contacts' && audience.count === 0) refuse('This campaign has no audience; give it one first');
  if (audience.kind === 'upload') await requireImported(ctx, campaign.id);
  if (automationId !== null) await requireActive(ctx, automationId);
  const channel = await findChannel(ctx, campaign.channelId);
  if (!channel) return refuse('The channel of this campaign is gone');
  const blocked = channelBlock(channel);
  if (blocked) refuse(blocked);
  if (content) await draftOf(ctx, channel, content, { wasAccepted: true });
}

async function requireImported(ctx: Ctx, campaignId: string): Promise<void> {
  const imported = await selectImportStatus(ctx, campaignId);
  if (imported?.status === 'reading') refuse('The uploaded audience is still being read; start it in a moment');
  if (imported?.status === 'failed') refuse(`The uploaded audience could not be read: ${imported.reason ?? 'upload it again'}`);
  if (!imported || imported.accepted === 0) refuse('No line of the uploaded audience could be used; upload another file');
}

async function requireActive(ctx: Ctx, id: string): Promise<void> {
  const { name, status } = await getAutomation(ctx, id);
  if (status !== 'active') refuse(`The automation ${name} is ${status}; publish it first`);
}

/** Returns why a channel cannot send now; undefined if it can. */
export function channelBlock({ status, statusReason, settings, name }: Channel): string | undefined {
  if (Object.keys(settings).length === 0)
    return `The channel ${name} is not connected: give it the settings of its provider first`;
  return status === 'active' ? undefined : `The channel ${name} is ${status}${statusReason ? `: ${statusReason}` : ''}`;
}
