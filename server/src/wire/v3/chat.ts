import { z } from 'zod';
import type { Chat as DomainChat, LatestMessage } from '../../domain/chats/index.ts';
import { Contact, Handle, toContact, toHandle } from './contact.ts';
import { searched } from './search.ts';
import { chatStatus, id, idInput, isoTime, isoTimeOrNull, time, timeInput } from './shapes.ts';

export const EmbeddedMessage = z
  .strictObject({
    id,
    vendorId: z.string().nullable(),
    sender: z.enum(['inbound', 'outbound']),
    type: z.string(),
    timestamp: time,
    text: z.string().nullable(),
  })
  .meta({ id: 'Message' });

export const ChatSla = z
  .strictObject({
    policyId: id,
    status: z.enum(['active', 'paused', 'ended']).describe('Paused while the chat is snoozed; ended when it is closed.'),
    startedAt: time,
    firstRepliedAt: time.nullable(),
    firstReplyDueAt: time.nullable(),
    nextReplyDueAt: time.nullable(),
    resolutionDueAt: time.nullable(),
    breaches: z.array(z.enum(['first_reply', 'next_reply', 'resolution'])).describe('What was missed in this conversation.'),
  })
  .meta({ id: 'ChatSla' });

export const Chat = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    status: chatStatus,
    snoozedUntil: time.nullable(),
    isUnread: z.boolean(),
    openUntil: time.nullable(),
    unreadCount: z.int(),
    channelId: id,
    contactId: id,
    contact: Contact,
    handleId: id,
    handle: Handle,
    latestMessage: EmbeddedMessage.nullable(),
    lastMessageAt: time,
    waitingSince: time.nullable(),
    assignedUserId: id.nullable(),
    assignedTeamId: id.nullable(),
    isSensitive: z.boolean(),
    sla: ChatSla.nullable().describe('The promised times of the current conversation; null: no policy includes it.'),
  })
  .meta({ id: 'Chat' });

export const toChat = (chat: DomainChat): z.infer<typeof Chat> => ({
  id: chat.id,
  createdAt: isoTime(chat.createdAt),
  updatedAt: isoTime(chat.updatedAt),
  status: chat.status,
  snoozedUntil: isoTimeOrNull(chat.snoozedUntil),
  isUnread: chat.unreadCount > 0,
  openUntil: isoTimeOrNull(chat.openUntil),
  unreadCount: chat.unreadCount,
  channelId: chat.channelId,
  contactId: chat.contactId,
  contact: toContact(chat.contact),
  handleId: chat.handleId,
  handle: toHandle(chat.handle),
  latestMessage: chat.latestMessage && toEmbeddedMessage(chat.latestMessage),
  lastMessageAt: isoTime(chat.lastMessageAt),
  waitingSince: isoTimeOrNull(chat.waitingSince),
  assignedUserId: chat.assignedUserId,
  assignedTeamId: chat.assignedTeamId,
  isSensitive: chat.isSensitive,
  sla: chat.sla && {
    policyId: chat.sla.policyId,
    status: chat.sla.status,
    startedAt: isoTime(chat.sla.startedAt),
    firstRepliedAt: isoTimeOrNull(chat.sla.firstRepliedAt),
    firstReplyDueAt: isoTimeOrNull(chat.sla.firstReplyDueAt),
    nextReplyDueAt: isoTimeOrNull(chat.sla.nextReplyDueAt),
    resolutionDueAt: isoTimeOrNull(chat.sla.resolutionDueAt),
    breaches: chat.sla.breaches,
  },
});

const toEmbeddedMessage = (message: LatestMessage): z.infer<typeof EmbeddedMessage> => ({
  id: message.id,
  vendorId: message.vendorId,
  sender: message.sender,
  type: message.type,
  timestamp: isoTime(message.timestamp),
  text: message.text,
});

const MOST_QUERIES = 20;

/** Each query as in a search of chats. An empty one counts all chats. */
export const ChatCountsQuery = z.strictObject({
  queries: z
    .array(z.strictObject({ query: searched.query, search: searched.search }))
    .min(1)
    .max(MOST_QUERIES),
});

/** `isAtLeast`: there are more; counting stops at 1,000. */
export const ChatCount = z.strictObject({ count: z.int(), isAtLeast: z.boolean() }).meta({ id: 'ChatCount' });

export const ChatCreate = z.strictObject({
  channelId: idInput,
  contactId: idInput,
  handleId: idInput.optional(),
  isSensitive: z.boolean().optional(),
});
export const ChatUpdate = z.strictObject({ isSensitive: z.boolean().optional() });

/** Null removes the assignment. A missing field leaves it unchanged. */
export const ChatAssign = z
  .strictObject({ userId: idInput.nullish(), teamId: idInput.nullish() })
  .refine(({ userId, teamId }) => userId !== undefined || teamId !== undefined, {
    path: ['userId'],
    message: 'Give userId, teamId or both; null removes the assignment',
  });

/** The default status is open. */
export const ChatStatusSet = z.strictObject({
  status: chatStatus.default('open'),
  snoozedUntil: timeInput.optional(),
  triggerAutomations: z.boolean().default(false),
});
