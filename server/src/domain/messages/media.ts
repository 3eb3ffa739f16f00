import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { messageData } from './message-data.ts';
import { selectMessage } from './messages.store.ts';

/** Publishes that the bytes of a message's file are stored, or will not arrive. */
export async function publishFileArrived(ctx: Ctx, messageId: string): Promise<void> {
  const message = await selectMessage(ctx, messageId);
  if (message) await publish(ctx, 'message.updated', message.channel, messageData(message));
}
