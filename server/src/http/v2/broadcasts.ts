import { z } from 'zod';
import { type Campaign, campaignsOf, createCampaign, startCampaign } from '../../domain/campaigns/index.ts';
import { getChannel } from '../../domain/channels/index.ts';
import { upsertContacts } from '../../domain/contacts/index.ts';
import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { inTransaction } from '../../storage/context.ts';
import {
  type AutomationCampaign,
  Broadcast,
  BroadcastCreate,
  toBroadcast,
  toNewCampaign,
  toWanted,
} from '../../wire/v2/broadcast.ts';
import { route } from '../route.ts';
import { bodyFaults, contactFaults, requireNone } from './broadcast-faults.ts';
import { dataReply } from './rows.ts';

const read = { tag: 'Broadcasts', scope: 'campaigns.read', feature: 'campaigns' } as const;
const write = { tag: 'Broadcasts', scope: 'campaigns.write', feature: 'campaigns' } as const;

/** Eight hundred bytes for each of five thousand contacts. A larger body is parsed on the event loop for longer than other tenants may notice. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export const broadcasts = [
  route({
    ...read,
    method: 'GET',
    path: '/:channelId/broadcasts',
    operationId: 'v2ListBroadcasts',
    viewers: 'forbidden',
    summary: 'List the broadcasts of a channel, the newest first: campaigns that start an automation',
    reply: dataReply(z.strictObject({ broadcasts: z.array(Broadcast) })),
    handle: async (ctx, { params }) => {
      const { id } = await getChannel(ctx, params.channelId);
      return { data: { broadcasts: (await campaignsOf(ctx, id)).filter(startsAutomation).map(toBroadcast) } };
    },
  }),
  route({
    ...write,
    method: 'POST',
    path: '/:channelId/broadcasts',
    operationId: 'v2CreateBroadcast',
    viewers: 'forbidden',
    isBulk: true,
    fails: ['quota_exceeded'],
    summary:
      'Create or update up to 5,000 contacts and start an automation for each: now, at a time, or by rules. Without contacts, creates a draft',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    body: BroadcastCreate,
    reply: dataReply(Broadcast),
    handle: (ctx, { params, body }) =>
      inTransaction(ctx, async (ctx) => {
        const { id } = await getChannel(ctx, params.channelId);
        const upserted = await upsertContacts(ctx, toWanted(body));
        requireNone([...contactFaults(upserted), ...(await bodyFaults(ctx, body))]);
        const contactIds = [...new Set(upserted.flatMap(({ contactId }) => contactId ?? []))]; // two entries may be the same contact
        const draft = await withV2Names(() => createCampaign(ctx, toNewCampaign(id, body, contactIds)));
        const broadcast = contactIds.length === 0 ? draft : await startCampaign(ctx, draft.id);
        return { data: toBroadcast(broadcast as AutomationCampaign) };
      }),
  }),
];

const startsAutomation = (campaign: Campaign): campaign is AutomationCampaign => campaign.automationId !== null;

/** Renames the invalid parameters of a failure to the names of v2. */
async function withV2Names<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || !error.detail.invalidParams) throw error;
    const params = Object.entries(error.detail.invalidParams).map(([path, why]) => [
      path.replace(/^automationId/, 'workflowId'),
      why,
    ]);
    throw new Failure(error.key, { ...error.detail, invalidParams: Object.fromEntries(params) as InvalidParams });
  }
}
