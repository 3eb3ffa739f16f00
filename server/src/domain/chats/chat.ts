import type { Contact, Handle } from '../contacts/index.ts';
import type { ChatStatus } from './status.ts';

/** The fields of the latest message that a chat stores. */
export type LatestMessage = {
  id: string;
  vendorId: string | null;
  sender: 'inbound' | 'outbound';
  type: string;
  timestamp: Date;
  text: string | null;
};

export type Chat = {
  id: string;
  status: ChatStatus;
  snoozedUntil: Date | null;
  openUntil: Date | null;
  unreadCount: number;
  isSensitive: boolean;
  channelId: string;
  contactId: string;
  contact: Contact;
  handleId: string;
  handle: Handle;
  latestMessage: LatestMessage | null;
  assignedUserId: string | null;
  assignedTeamId: string | null;
  /** When the latest message was sent or received; when the chat was created while there is none. Lists are in this order. */
  lastMessageAt: Date;
  /** When the contact sent the oldest message that nobody has answered; null if nothing waits for an answer. */
  waitingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
};
