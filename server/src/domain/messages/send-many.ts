import { jobs } from '../../catalogue/jobs.ts';
import { enqueueMany } from '../../engine/enqueue.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import { chatsWith } from '../chats/index.ts';
import type { FilledDraft } from './draft.ts';
import { insertMessages } from './messages.store.ts';

/** One message of a campaign to one person. */
export type OutgoingTo = FilledDraft & {
  id: string;
  handleId: string;
  contactId: string;
  campaign: { id: string; recipientId: string };
};

/**
 * Takes messages of a campaign to be sent, in a handful of statements however many they are. Opt-out, window and channel are
 * looked at when each is sent, as they are then.
 */
export async function sendMany(ctx: Ctx, channel: Channel, messages: OutgoingTo[]): Promise<void> {
  if (messages.length === 0) return;
  const chats = await chatsWith(ctx, channel, messages);
  const now = ctx.clock.now();
  const history = [{ status: 'pending', at: now.toISOString() }];
  const chatOf = ({ handleId }: OutgoingTo): string => chats.get(handleId)?.id ?? '';
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
  await enqueueMany(
    ctx,
    jobs.sendMessage,
    messages.map((message) => ({ input: {}, id: message.id, lane: chatOf(message) })),
  );
}
