import { createChat, deleteChat, getChat, markRead, searchChats, setChatStatus, updateChat } from '../../domain/chats/index.ts';
import { Chat, ChatCreate, ChatStatusSet, ChatUpdate, toChat } from '../../wire/v3/chat.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Chats';

export const chats = [
  route({
    method: 'POST',
    path: '/chats',
    operationId: 'createChat',
    summary: 'Create a chat with a contact on a channel',
    tag,
    scope: 'chats.write',
    status: 201,
    body: ChatCreate,
    reply: dataReply(Chat),
    handle: async (ctx, { body }) => ({ data: toChat(await createChat(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/chats/:chatId',
    operationId: 'getChat',
    summary: 'Read a chat with its contact, handle and latest message',
    tag,
    scope: 'chats.read',
    reply: dataReply(Chat),
    handle: async (ctx, { params }) => ({ data: toChat(await getChat(ctx, params.chatId)) }),
  }),
  route({
    method: 'PUT',
    path: '/chats/:chatId',
    operationId: 'updateChat',
    summary: 'Change a chat; what is not given stays',
    tag,
    scope: 'chats.write',
    body: ChatUpdate,
    reply: dataReply(Chat),
    handle: async (ctx, { params, body }) => ({ data: toChat(await updateChat(ctx, params.chatId, body)) }),
  }),
  deleteRoute({
    path: '/chats/:chatId',
    operationId: 'deleteChat',
    summary: 'Delete a chat and its messages',
    tag,
    scope: 'chats.write',
    remove: deleteChat,
  }),
  route({
    method: 'POST',
    path: '/chats/:chatId/status',
    operationId: 'setChatStatus',
    summary: 'Open, close or snooze a chat; without a status it is opened',
    tag,
    scope: 'chats.write',
    body: ChatStatusSet,
    reply: dataReply(Chat),
    handle: async (ctx, { params, body }) => ({ data: toChat(await setChatStatus(ctx, params.chatId, body)) }),
  }),
  route({
    method: 'POST',
    path: '/chats/:chatId/read',
    operationId: 'markChatRead',
    summary: 'Mark everything in a chat as read',
    tag,
    scope: 'chats.write',
    body: NoBody,
    reply: dataReply(Chat),
    handle: async (ctx, { params }) => ({ data: toChat(await markRead(ctx, params.chatId)) }),
  }),
  searchRoute({
    path: '/chats/search',
    operationId: 'searchChats',
    summary: 'Search chats; search looks in the contact’s name',
    tag,
    scope: 'chats.read',
    item: Chat,
    search: searchChats,
    toItem: toChat,
  }),
];
