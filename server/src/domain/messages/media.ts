import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { messageData } from './message-data.ts';
import { selectMessage } from './messages.store.ts';

/** The bytes of a message's file are here, or will never come: whoever waits for them may look. */
export async function tellFileArrived(ctx: Ctx, messageId: string): Promise<void> {
  const message = await selectMessage(ctx, messageId);
  if (message) await publish(ctx, 'message.updated', message.channel, messageData(message));
}
