import sql from 'sql-template-tag';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { type Found, search } from '../../storage/search.ts';
import { explainConflicts } from '../../storage/violations.ts';
import { channelColumns, insertChannel, selectChannel, selectOwnChannels, updateChannelRow } from './channels.store.ts';

export type ChannelType = 'whatsapp' | 'sms' | 'email' | 'instagram';
export type ChannelStatus = 'active' | 'paused';

export type Channel = { id: string; type: ChannelType; name: string; status: ChannelStatus; createdAt: Date; updatedAt: Date };

export const createChannel = (ctx: Ctx, channel: { type: ChannelType; name: string }): Promise<Channel> =>
  insertChannel(ctx, idFor(ctx), channel);

export const findChannel = async (ctx: Ctx, id: string): Promise<Channel | undefined> =>
  isId(id) ? selectChannel(ctx, id) : undefined;

/** Those of the ids that are channels of the tenant, asked at once. */
export const ownChannels = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => selectOwnChannels(ctx, ids.filter(isId));

export const getChannel = async (ctx: Ctx, id: string): Promise<Channel> =>
  found(await findChannel(ctx, id), 'channel_not_found');

export const updateChannel = async (ctx: Ctx, id: string, changes: { name?: string; status?: ChannelStatus }): Promise<Channel> =>
  found(isId(id) ? await updateChannelRow(ctx, id, changes) : undefined, 'channel_not_found');

/** A channel that still has chats stays: nobody should lose conversations by tidying up. */
export const deleteChannel = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  explainConflicts(
    { chats_tenant_id_channel_id_fkey: 'This channel still has chats; delete them first, or pause the channel' },
    () => deleteByIds(ctx, 'channels', [id]),
  );

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
    type: { sql: sql`type`, type: 'text' },
    status: { sql: sql`status`, type: 'text' },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

export const searchChannels = (ctx: Ctx, request: SearchRequest): Promise<Found<Channel>> =>
  search<Channel>(ctx, { from: sql`channels`, tenant: sql`tenant_id`, columns: channelColumns, searchable }, request);
