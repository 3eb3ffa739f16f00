import type { z } from 'zod';
import {
  cancelMessage,
  getMessage,
  messageData,
  type NewContent,
  type SendRequest,
  searchMessages,
  sendInChat,
  sendToContact,
} from '../../domain/messages/index.ts';
import { FullMessage, MessageCreate, MessageToContact } from '../../wire/v3/message.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Messages';

type Body = z.output<typeof MessageCreate>;
const toRequest = ({ scheduledAt, metadata, replyTo, purpose, ...content }: Body): SendRequest => ({
  content: { ...content, type: content.type ?? 'text' } as NewContent,
  scheduledAt,
  metadata,
  replyTo,
  purpose,
});

/** A single message includes its text; lists of a sensitive chat do not. */
const shown = async (message: Promise<Parameters<typeof messageData>[0]>) => ({ data: messageData(await message, false) });

export const messages = [
  route({
    method: 'POST',
    path: '/chats/:chatId/messages',
    operationId: 'sendMessage',
    summary: 'Send a message in a chat, now or at a later time',
    tag,
    scope: 'messages.write',
    fails: ['outside_messaging_window', 'contact_unsubscribed'],
    status: 201,
    body: MessageCreate,
    reply: dataReply(FullMessage),
    handle: (ctx, { params, body }) => shown(sendInChat(ctx, params.chatId, toRequest(body))),
  }),
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'sendMessageToContact',
    summary: 'Send a message to a contact on a channel; the chat is opened if there is none',
    tag,
    scope: 'messages.write',
    fails: ['outside_messaging_window', 'contact_unsubscribed', 'chat_not_found'],
    status: 201,
    body: MessageToContact,
    reply: dataReply(FullMessage),
    handle: (ctx, { body: { contactId, channelId, handleId, ...message } }) =>
      shown(sendToContact(ctx, { contactId, channelId, handleId }, toRequest(message))),
  }),
  route({
    method: 'GET',
    path: '/messages/:messageId',
    operationId: 'getMessage',
    summary: 'Read a message',
    tag,
    scope: 'messages.read',
    reply: dataReply(FullMessage),
    handle: (ctx, { params }) => shown(getMessage(ctx, params.messageId)),
  }),
  route({
    method: 'POST',
    path: '/messages/:messageId/cancel',
    operationId: 'cancelMessage',
    summary: 'Cancel a scheduled message',
    tag,
    scope: 'messages.write',
    body: NoBody,
    reply: dataReply(FullMessage),
    handle: (ctx, { params }) => shown(cancelMessage(ctx, params.messageId)),
  }),
  route({
    method: 'POST',
    path: '/chats/:chatId/messages/search',
    operationId: 'searchMessages',
    summary: 'Search the messages of a chat',
    tag,
    scope: 'messages.read',
    body: SearchBody,
    reply: searchReply(FullMessage),
    handle: async (ctx, { params, body }) =>
      toSearchReply(await searchMessages(ctx, params.chatId, body), (one) => messageData(one), body),
  }),
];
