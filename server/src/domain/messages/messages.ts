import type { MessageData } from '../../catalogue/events.ts';
import { publish } from '../../catalogue/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type Channel, getChannel } from '../channels/index.ts';
import { type Chat, getChat, type LatestMessage, noteMessage, openUntil, tellStatus } from '../chats/index.ts';
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
    const isInbound = message.sender === 'inbound';
    await noteMessage(ctx, chat.id, latest, isInbound ? { openUntil: openUntil(channel.type, message.timestamp) } : null);
    if (isInbound && chat.status !== 'open') await tellStatus(ctx, chat.id, chat.status);
    await publish(ctx, isInbound ? 'message.received' : 'message.sent', channel, messageData(id, message, chat, channel));
    return id;
  });

/** The whole message as subscribers get it; the text of a sensitive chat stays at home. */
const messageData = (id: string, message: NewMessage, chat: Chat, channel: Channel): MessageData => ({
  id,
  type: message.type,
  sender: message.sender,
  sources: ['api'],
  status: message.status,
  scheduledAt: null,
  content: { body: chat.isSensitive ? null : (message.text ?? null), attachments: [] },
  errors: [],
  history: [{ status: message.status, at: message.timestamp.toISOString() }],
  vendorId: message.vendorId ?? null,
  timestamp: message.timestamp.toISOString(),
  isSensitive: chat.isSensitive,
  metadata: {},
  chat: { id: chat.id },
  handle: { id: chat.handle.id, type: chat.handle.type, value: chat.handle.value },
  contact: {
    id: chat.contact.id,
    firstName: chat.contact.firstName,
    lastName: chat.contact.lastName,
    phoneNumber: chat.contact.phoneNumber,
    email: chat.contact.email,
  },
  channel: { id: channel.id, type: channel.type, name: channel.name },
});
