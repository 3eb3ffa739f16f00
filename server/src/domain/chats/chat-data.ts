import type { ChatData, EventData } from '../../registry/events.ts';
import { type EventChannel, publishToFeed } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import type { ChatState, ChatSummary } from './inbound.store.ts';

/** Returns a chat as events carry it. */
export const chatData = (chat: ChatSummary): ChatData => ({
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

/** Publishes what changed with messages or with reading, for lists that follow the live feed. */
export const publishChatUpdates = (ctx: Ctx, channel: EventChannel, chats: ChatState[]): void =>
  publishToFeed(ctx, 'chat.updated', channel, chats.map(chatUpdate));

/** The text of a sensitive chat is not part of lists and events. */
const chatUpdate = (chat: ChatState): EventData<'chat.updated'> => ({
  ...chatData(chat),
  unreadCount: chat.unreadCount,
  openUntil: chat.openUntil?.toISOString() ?? null,
  lastMessageAt: chat.lastMessageAt.toISOString(),
  waitingSince: chat.waitingSince?.toISOString() ?? null,
  latestMessage: chat.latestMessage && { ...chat.latestMessage, text: chat.isSensitive ? null : chat.latestMessage.text },
});
