import type { Contact, Handle } from '../contacts/index.ts';
import type { Target } from '../sla/index.ts';
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

/** The promise for the current conversation, or for the last one if it has ended. */
export type ChatSla = {
  policyId: string;
  status: 'active' | 'paused' | 'ended';
  startedAt: Date;
  firstRepliedAt: Date | null;
  firstReplyDueAt: Date | null;
  nextReplyDueAt: Date | null;
  resolutionDueAt: Date | null;
  breaches: Target[];
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
  sla: ChatSla | null;
  createdAt: Date;
  updatedAt: Date;
};
