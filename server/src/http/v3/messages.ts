import { z } from 'zod';
import {
  cancelMessage,
  getMessage,
  messageData,
  messageHtml,
  messagesAround,
  type NewContent,
  type SendRequest,
  searchAllMessages,
  searchMessages,
  sendInChat,
  sendToContact,
} from '../../domain/messages/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { FullMessage, MessageCreate, MessageToContact } from '../../wire/v3/message.ts';
import {
  ChatMessagesSearch,
  chatMessagesFound,
  MessagesSearch,
  messagesFound,
  toMessageSearch,
  toMessagesFound,
} from '../../wire/v3/message-search.ts';
import { toSearchReply } from '../../wire/v3/search.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { type RequestScope, route } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Messages';

type Body = z.output<typeof MessageCreate>;
const toRequest = (
  { scheduledAt, metadata, replyTo, purpose, ifLatestMessageId, ...content }: Body,
  { caller }: RequestScope,
): SendRequest => ({
  authorUserId: caller.userId,
  content: { ...content, type: content.type ?? 'text' } as NewContent,
  scheduledAt,
  metadata,
  replyTo,
  purpose,
  ifLatestMessageId,
});

/** A single message includes its text; lists of a sensitive chat do not. */
const shown = async (message: Promise<Parameters<typeof messageData>[0]>) => ({ data: messageData(await message, false) });

type ListBody = z.output<typeof ChatMessagesSearch>;

const listed = async (ctx: Ctx, chatId: string, { around: _around, ...body }: ListBody) =>
  toSearchReply(await searchMessages(ctx, chatId, body), (one) => messageData(one), body);

/** Shows a message among its neighbours. */
async function shownAround(ctx: Ctx, chatId: string, { around = '', ...body }: ListBody) {
  const found = await messagesAround(ctx, chatId, around, body.pagination?.limit ?? DEFAULT_AROUND);
  const reply = toSearchReply(found, (one) => messageData(one), body);
  return { ...reply, pagination: { ...reply.pagination, previousCursor: found.previousCursor } };
}

const DEFAULT_AROUND = 20;

export const messages = [
  route({
    method: 'POST',
    path: '/chats/:chatId/messages',
    operationId: 'sendMessage',
    summary: 'Send a message in a chat, now or at a later time; with ifLatestMessageId only if nothing newer was written',
    tag,
    scope: 'messages.write',
    viewers: 'filtered',
    fails: ['outside_messaging_window', 'contact_unsubscribed', 'chat_changed'],
    status: 201,
    body: MessageCreate,
    reply: dataReply(FullMessage),
    handle: (ctx, { params, body }, scope) => shown(sendInChat(ctx, params.chatId, toRequest(body, scope))),
  }),
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'sendMessageToContact',
    summary: 'Send a message to a contact on a channel; the chat is opened if there is none',
    tag,
    scope: 'messages.write',
    viewers: 'filtered',
    fails: ['outside_messaging_window', 'contact_unsubscribed', 'chat_changed', 'chat_not_found'],
    status: 201,
    body: MessageToContact,
    reply: dataReply(FullMessage),
    handle: (ctx, { body: { contactId, channelId, handleId, ...message } }, scope) =>
      shown(sendToContact(ctx, { contactId, channelId, handleId }, toRequest(message, scope))),
  }),
  route({
    method: 'GET',
    path: '/messages/:messageId',
    operationId: 'getMessage',
    summary: 'Read a message',
    tag,
    scope: 'messages.read',
    viewers: 'filtered',
    reply: dataReply(FullMessage),
    handle: (ctx, { params }) => shown(getMessage(ctx, params.messageId)),
  }),
  route({
    method: 'GET',
    path: '/messages/:messageId/html',
    operationId: 'getMessageHtml',
    summary:
      'Read a message as an HTML document that is safe to show in a frame; images=remote also loads images of other servers',
    tag,
    acceptsCookie: true,
    scope: 'messages.read',
    viewers: 'filtered',
    reply: z.string(),
    html: async (ctx, { params, query }, { files }) =>
      messageHtml(ctx, files, params.messageId ?? '', { withRemoteImages: query.get('images') === 'remote' }),
  }),
  route({
    method: 'POST',
    path: '/messages/:messageId/cancel',
    operationId: 'cancelMessage',
    summary: 'Cancel a scheduled message',
    tag,
    scope: 'messages.write',
    viewers: 'filtered',
    body: NoBody,
    reply: dataReply(FullMessage),
    handle: (ctx, { params }) => shown(cancelMessage(ctx, params.messageId)),
  }),
  route({
    method: 'POST',
    path: '/chats/:chatId/messages/search',
    operationId: 'searchMessages',
    summary: 'Search the messages of a chat, or show one among its neighbours',
    tag,
    scope: 'messages.read',
    viewers: 'filtered',
    body: ChatMessagesSearch,
    reply: chatMessagesFound,
    handle: (ctx, { params, body }) =>
      body.around === undefined ? listed(ctx, params.chatId, body) : shownAround(ctx, params.chatId, body),
  }),
  route({
    method: 'POST',
    path: '/messages/search',
    operationId: 'searchAllMessages',
    summary: 'Search the messages of all chats by their words, newest first',
    tag,
    scope: 'messages.read',
    viewers: 'filtered',
    body: MessagesSearch,
    reply: messagesFound,
    handle: async (ctx, { body }) =>
      toMessagesFound(await searchAllMessages(ctx, toMessageSearch(body)), body, (one) => messageData(one)),
  }),
];
