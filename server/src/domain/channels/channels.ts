import sql from 'sql-template-tag';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { ChannelType } from '../../registry/channels.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { type Found, search } from '../../storage/search.ts';
import { withinQuota } from '../quotas/index.ts';
import {
  type ChannelChanges,
  channelColumns,
  insertChannel,
  selectChannel,
  selectChannelTypes,
  selectOwnChannels,
  selectSecrets,
  updateChannelRow,
  updateToError,
} from './channels.store.ts';

/** `error` is what the service does to a channel whose provider refuses everything; mending its settings ends it. */
export type ChannelStatus = 'active' | 'paused' | 'error';

/**
 * What happens to a send whose outcome nobody saw, because a worker died while it called the provider. At most once: it is
 * left `unknown` until the provider reports. Idempotent: the provider honours our key, so it is sent again under it.
 */
export type SendGuarantee = 'at_most_once' | 'at_least_once' | 'idempotent';

export type Channel = {
  id: string;
  type: ChannelType;
  name: string;
  status: ChannelStatus;
  statusReason: string | null;
  /** Without its secrets. Empty: nobody has connected the channel to a provider yet. */
  settings: Record<string, unknown>;
  sendGuarantee: SendGuarantee;
  ratePerSecond: number | null;
  createdAt: Date;
  updatedAt: Date;
  /** How often the settings were changed, plus one. A secret that the provider replaced is no change. */
  settingsVersion: number;
};

export type NewChannel = { type: ChannelType; name: string } & Omit<ChannelChanges, 'name' | 'status' | 'statusReason'>;

export const createChannel = (ctx: Ctx, channel: NewChannel, id: string = idFor(ctx)): Promise<Channel> =>
  withinQuota(ctx, 'channels', (ctx) => insertChannel(ctx, id, channel));

export const findChannel = async (ctx: Ctx, id: string): Promise<Channel | undefined> =>
  isId(id) ? selectChannel(ctx, id) : undefined;

/** Those of the ids that are channels of the tenant, asked at once. */
export const ownChannels = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => selectOwnChannels(ctx, ids.filter(isId));

/** The kind of each of the ids that is a channel of the tenant, asked at once. */
export const channelTypes = async (ctx: Ctx, ids: string[]): Promise<Map<string, ChannelType>> =>
  selectChannelTypes(ctx, ids.filter(isId));

export const getChannel = async (ctx: Ctx, id: string): Promise<Channel> =>
  found(await findChannel(ctx, id), 'channel_not_found');

/** The sealed half of a channel's settings. */
export const channelSecrets = (ctx: Ctx, id: string): Promise<Buffer | null> => selectSecrets(ctx, id);

/** Under this label a channel's secrets are sealed: they open in no other row. */
export const secretsLabel = (channelId: string): string => `channels:${channelId}`;

/** New settings mend a channel that was in error; a paused one stays paused. */
export async function updateChannel(ctx: Ctx, id: string, changes: ChannelChanges): Promise<Channel> {
  const channel = found(isId(id) ? await updateChannelRow(ctx, id, changes) : undefined, 'channel_not_found');
  const isMended = channel.status === 'error' && changes.settings !== undefined;
  if (!isMended && (changes.status === undefined || channel.statusReason === null)) return channel;
  const mended: ChannelChanges = { status: isMended ? 'active' : channel.status, statusReason: null };
  return found(await updateChannelRow(ctx, id, mended), 'channel_not_found');
}

/**
 * Nothing will work on this channel until somebody mends it; what is queued waits. With the version of the settings that did
 * not work, a channel whose settings were changed meanwhile goes on.
 */
export const stopChannel = (ctx: Ctx, id: string, reason: string, settingsVersion: number | null = null): Promise<void> =>
  updateToError(ctx, id, reason, settingsVersion);

/** A channel that still has chats stays: nobody should lose conversations by tidying up. */
export const deleteChannel = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  explainConflicts(
    {
      chats_tenant_id_channel_id_fkey: 'This channel still has chats; delete them first, or pause the channel',
      campaigns_tenant_id_channel_id_fkey: 'This channel still has campaigns; delete them first, or pause the channel',
    },
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
