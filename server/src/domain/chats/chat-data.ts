import type { ChatData } from '../../registry/events.ts';
import type { Chat } from './chat.ts';

/** Returns a chat as events carry it. */
export const chatData = (
  chat: Omit<Chat, 'contact' | 'handle' | 'latestMessage' | 'createdAt' | 'updatedAt' | 'unreadCount' | 'sla'>,
): ChatData => ({
  id: chat.id,
  channelId: chat.channelId,
  contactId: chat.contactId,
  handleId: chat.handleId,
  status: chat.status,
  snoozedUntil: chat.snoozedUntil?.toISOString() ?? null,
  assignedUserId: chat.assignedUserId,
  assignedTeamId: chat.assignedTeamId,
  isSensitive: chat.isSensitive,
});
