import { enqueueMany, findBusyKeys } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Channel, channelDefinitions } from '../channels/index.ts';
import { findOrCreateChats } from '../chats/index.ts';
import type { FilledDraft } from './draft.ts';
import { insertMessages } from './messages.store.ts';
import { indexMessages } from './search-index.store.ts';

/** One message of a campaign to one recipient. */
export type OutgoingTo = FilledDraft & {
  id: string;
  handleId: string;
  contactId: string;
  campaign: { id: string; recipientId: string };
};

/**
 * Inserts and enqueues messages of a campaign, in a fixed number of statements. Consent, window and channel are checked when each is
 * sent.
 */
export async function sendMany(ctx: Ctx, channel: Channel, messages: OutgoingTo[]): Promise<void> {
  if (messages.length === 0) return;
  const now = ctx.clock.now();
  const chats = await findOrCreateChats(
    ctx,
    channel,
    messages.map(({ id, handleId, contactId, type, text }) => ({
      handleId,
      contactId,
      latest: { id, vendorId: null, sender: 'outbound' as const, type, timestamp: now, text },
    })),
  );
  const history = [{ status: 'pending', at: now.toISOString() }];
  const chatOf = ({ handleId }: OutgoingTo): string => chats.get(handleId) ?? '';
  await insertMessages(
    ctx,
    messages.map((message) => ({
      id: message.id,
      chatId: chatOf(message),
      vendorId: null,
      sender: 'outbound',
      type: message.type,
      status: 'pending',
      text: message.text,
      content: message.content,
      sources: ['campaign'],
      metadata: { campaignId: message.campaign.id },
      history,
      sendState: 'queued',
      scheduledAt: null,
      timestamp: now,
      campaign: message.campaign,
    })),
  );
  indexMessages(
    ctx,
    channel.id,
    messages.map(({ id, text, content }) => ({ id, text, content, sender: 'outbound' })),
  );
  await enqueueSends(
    ctx,
    channel,
    messages.map((message) => ({ id: message.id, concurrencyKey: chatOf(message) })),
  );
}

/** A job gets this share of the channel's rate, so that it ends soon and other workers get some too; at most MOST_IN_A_JOB. */
const SHARE_OF_A_SECOND = 0.25;
export const MOST_IN_A_JOB = 50;

/** Messages share jobs, except where a chat has other messages in its queue: there a message is queued behind them. */
async function enqueueSends(ctx: Ctx, channel: Channel, sends: { id: string; concurrencyKey: string }[]): Promise<void> {
  const rate = channel.ratePerSecond ?? channelDefinitions[channel.type].ratePerSecond;
  const size = Math.min(MOST_IN_A_JOB, Math.max(1, Math.floor(rate * SHARE_OF_A_SECOND)));
  const chatIds = sends.map(({ concurrencyKey }) => concurrencyKey);
  const busy = size === 1 ? new Set(chatIds) : await findBusyKeys(ctx, jobs.sendMessage, chatIds);
  const ids = sends.filter(({ concurrencyKey }) => !busy.has(concurrencyKey)).map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));
  await enqueueMany(
    ctx,
    jobs.sendMessages,
    parts.map((messageIds) => ({ input: { messageIds } })),
  );
  const queued = sends.filter(({ concurrencyKey }) => busy.has(concurrencyKey));
  await enqueueMany(
    ctx,
    jobs.sendMessage,
    queued.map((one) => ({ input: {}, ...one })),
  );
}
