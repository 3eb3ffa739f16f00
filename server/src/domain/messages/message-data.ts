import type { MessageData } from '../../registry/events.ts';
import type { Purpose } from '../consents/index.ts';
import type { ContactSummary } from '../contacts/index.ts';
import type { MessageType } from './message.ts';
import type { Track } from './status.ts';

export type Attachment = { fileId: string | null; mimeType: string | null; fileName: string | null; url: string | null };

/** The stored content of a message beside its text. */
export type StoredContent = {
  attachments?: Attachment[];
  details?: Record<string, unknown> | null;
  /** The provider's id of the message this one replies to. */
  replyTo?: string | null;
  isAutomatic?: boolean;
  /** The purpose of an outbound message. A free message has none: it follows from the chat when it is sent. */
  purpose?: Purpose;
};

/** A message with its contact and channel. */
export type Message = Track & {
  id: string;
  chatId: string;
  type: MessageType;
  sender: 'inbound' | 'outbound';
  sources: string[];
  /** The user whose token sent it; the name is null if the user was deleted. Null for integrations, automations and contacts. */
  author: { userId: string; name: string | null } | null;
  text: string | null;
  content: StoredContent;
  vendorId: string | null;
  scheduledAt: Date | null;
  timestamp: Date;
  isSensitive: boolean;
  metadata: Record<string, unknown>;
  handle: { id: string; type: string; value: string };
  contact: Omit<ContactSummary, 'isSubscribed'>;
  channel: { id: string; type: string; name: string };
};

/** Returns the message as subscribers and callers get it. Lists and events omit the content of sensitive chats. */
export const messageData = (message: Message, hidden: boolean = message.isSensitive): MessageData => ({
  id: message.id,
  type: message.type,
  sender: message.sender,
  sources: message.sources,
  author: message.author,
  status: message.status,
  scheduledAt: message.scheduledAt?.toISOString() ?? null,
  content: {
    body: hidden ? null : message.text,
    attachments: hidden ? [] : (message.content.attachments ?? []),
    details: hidden ? null : (message.content.details ?? null),
  },
  errors: message.errors,
  history: message.history,
  vendorId: message.vendorId,
  sendState: message.sendState,
  timestamp: message.timestamp.toISOString(),
  isSensitive: message.isSensitive,
  isAutomatic: message.content.isAutomatic ?? false,
  metadata: message.metadata,
  chat: { id: message.chatId },
  handle: { id: message.handle.id, type: message.handle.type, value: message.handle.value },
  contact: {
    id: message.contact.id,
    firstName: message.contact.firstName,
    lastName: message.contact.lastName,
    phoneNumber: message.contact.phoneNumber,
    email: message.contact.email,
  },
  channel: { id: message.channel.id, type: message.channel.type, name: message.channel.name },
});
