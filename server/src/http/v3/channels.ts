import { createChannel, deleteChannel, getChannel, searchChannels, updateChannel } from '../../domain/channels/index.ts';
import { Channel, ChannelCreate, ChannelUpdate, toChannel } from '../../wire/v3/channel.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Channels';

export const channels = [
  route({
    method: 'POST',
    path: '/channels',
    operationId: 'createChannel',
    summary: 'Create a channel',
    tag,
    scope: 'channels.write',
    status: 201,
    body: ChannelCreate,
    reply: dataReply(Channel),
    handle: async (ctx, { body }) => ({ data: toChannel(await createChannel(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/channels/:channelId',
    operationId: 'getChannel',
    summary: 'Read a channel',
    tag,
    scope: 'channels.read',
    reply: dataReply(Channel),
    handle: async (ctx, { params }) => ({ data: toChannel(await getChannel(ctx, params.channelId)) }),
  }),
  route({
    method: 'PUT',
    path: '/channels/:channelId',
    operationId: 'updateChannel',
    summary: 'Change a channel; what is not given stays',
    tag,
    scope: 'channels.write',
    body: ChannelUpdate,
    reply: dataReply(Channel),
    handle: async (ctx, { params, body }) => ({ data: toChannel(await updateChannel(ctx, params.channelId, body)) }),
  }),
  deleteRoute({
    path: '/channels/:channelId',
    operationId: 'deleteChannel',
    summary: 'Delete a channel that has no chats',
    tag,
    scope: 'channels.write',
    remove: deleteChannel,
  }),
  searchRoute({
    path: '/channels/search',
    operationId: 'searchChannels',
    summary: 'Search channels',
    tag,
    scope: 'channels.read',
    item: Channel,
    search: searchChannels,
    toItem: toChannel,
  }),
];
