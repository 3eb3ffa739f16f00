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
  createdAt: Date;
  updatedAt: Date;
};
