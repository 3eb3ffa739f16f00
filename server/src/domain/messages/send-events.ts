import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Message, messageData } from './message-data.ts';
import type { Change } from './send-changes.ts';

/** Publishes `message.sent` for accepted messages and `message.updated` for failed or cancelled ones, unless a receipt did before. */
export async function publishChanges(ctx: Ctx, changes: Change[]): Promise<void> {
  const rose = changes.filter((change) => change.rose);
  const origins = new Map(rose.map(({ after, result: { send } }) => [after.id, send.origin]));
  const messages = rose.map(toMessage);
  for (const [channelId, group] of Map.groupBy(messages, ({ channel }) => channel.id)) {
    const channel = { id: channelId, type: group[0]?.channel.type ?? '' };
    const publishThose = (type: 'message.sent' | 'message.updated', those: Message[]) =>
      publishMany(
        ctx,
        type,
        channel,
        those.map((message) => messageData(message)),
        those.map(({ id }) => origins.get(id)),
      );
    await publishThose(
      'message.sent',
      group.filter(({ status }) => !isFailed(status)),
    );
    await publishThose(
      'message.updated',
      group.filter(({ status }) => isFailed(status)),
    );
  }
}

/** Returns the message for its event, from the loaded send and its new state. */
const toMessage = ({ result: { send }, after }: Change): Message => ({
  ...after,
  chatId: send.chatId,
  type: send.type,
  sender: 'outbound',
  sources: send.sources,
  author: send.author,
  text: send.text,
  content: send.content,
  scheduledAt: send.scheduledAt,
  timestamp: send.timestamp,
  metadata: send.metadata,
  handle: { id: send.handleId, type: send.handleType, value: send.handleValue },
  contact: {
    id: send.contactId,
    firstName: send.firstName,
    lastName: send.lastName,
    phoneNumber: send.phoneNumber,
    email: send.email,
  },
  channel: { id: send.channelId, type: send.channelType, name: send.channelName },
});

const isFailed = (status: string): boolean => status === 'failed' || status === 'deleted';
