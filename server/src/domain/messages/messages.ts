import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { getChannel } from '../channels/index.ts';
import { getChat, type LatestMessage, noteMessage, openUntil } from '../chats/index.ts';
import { insertMessage } from './messages.store.ts';

export type MessageType =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'location'
  | 'contact'
  | 'interactive'
  | 'template'
  | 'reaction'
  | 'unsupported';
export type MessageStatus = 'scheduled' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';

export type NewMessage = {
  chatId: string;
  sender: 'inbound' | 'outbound';
  type: MessageType;
  status: MessageStatus;
  vendorId?: string;
  text?: string;
  timestamp: Date;
};

/** Keeps a message and what it does to its chat: the latest message, and for one from the contact the window and the unread count. */
export const recordMessage = (ctx: Ctx, message: NewMessage): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, message.chatId);
    const channel = await getChannel(ctx, chat.channelId);
    const id = idFor(ctx);
    await insertMessage(ctx, id, message);
    const latest: LatestMessage = {
      id,
      vendorId: message.vendorId ?? null,
      sender: message.sender,
      type: message.type,
      timestamp: message.timestamp,
      text: message.text ?? null,
    };
    const inbound = message.sender === 'inbound' ? { openUntil: openUntil(channel.type, message.timestamp) } : null;
    await noteMessage(ctx, chat.id, latest, inbound);
    return id;
  });
