import { found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { ChannelType } from '../../registry/channels.ts';
import { publishToFeed } from '../../registry/publish.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { withinQuota } from '../quotas/index.ts';
import { lockTeams } from '../users/index.ts';
import {
  type ChannelChanges,
  insertChannel,
  selectChannel,
  selectChannelTypes,
  selectForUpdate,
  selectOwnChannels,
  selectSecrets,
  updateChannelRow,
  updateToError,
} from './channels.store.ts';

/** `error`: the provider refuses everything. New settings make the channel active again. */
export type ChannelStatus = 'active' | 'paused' | 'error';

/**
 * What happens to a send whose answer was lost, because the worker died during the call. At most once: it stays `unknown` until the
 * provider reports. Idempotent: the provider honours our key, so it is sent again with the same key.
 */
export type SendGuarantee = 'at_most_once' | 'at_least_once' | 'idempotent';

export type Channel = {
  id: string;
  type: ChannelType;
  name: string;
  status: ChannelStatus;
  statusReason: string | null;
  /** Without secrets. Empty: the channel is not connected to a provider yet. */
  settings: Record<string, unknown>;
  sendGuarantee: SendGuarantee;
  ratePerSecond: number | null;
  /** The team that gets a chat of nobody when its contact writes. */
  defaultTeamId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Starts at 1 and grows with each change of the settings. A secret that the provider rotates is no change. */
  settingsVersion: number;
};

export type NewChannel = { type: ChannelType; name: string } & Omit<
  ChannelChanges,
  'name' | 'status' | 'statusReason' | 'defaultTeamId'
>;

export const createChannel = (ctx: Ctx, channel: NewChannel, id: string = idFor(ctx)): Promise<Channel> =>
  withinQuota(ctx, 'channels', (ctx) => insertChannel(ctx, id, channel));

export const findChannel = async (ctx: Ctx, id: string): Promise<Channel | undefined> =>
  isId(id) ? selectChannel(ctx, id) : undefined;

/** Returns the ids that are channels of the tenant, in one query. */
export const ownChannels = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => selectOwnChannels(ctx, ids.filter(isId));

/** Returns the types of the ids that are channels of the tenant, in one query. */
export const channelTypes = async (ctx: Ctx, ids: string[]): Promise<Map<string, ChannelType>> =>
  selectChannelTypes(ctx, ids.filter(isId));

export const getChannel = async (ctx: Ctx, id: string): Promise<Channel> =>
  found(await findChannel(ctx, id), 'channel_not_found');

/** Returns the encrypted secrets of a channel's settings. */
export const channelSecrets = (ctx: Ctx, id: string): Promise<Buffer | null> => selectSecrets(ctx, id);

/** Returns the label that a channel's secrets are encrypted with: they cannot be decrypted in another row. */
export const secretsLabel = (channelId: string): string => `channels:${channelId}`;

/** Changes a channel. New settings end the status `error`; a paused channel stays paused. */
export const updateChannel = (ctx: Ctx, id: string, changes: ChannelChanges): Promise<Channel> =>
  inTransaction(ctx, async (ctx) => {
    if (changes.defaultTeamId) await requireTeam(ctx, changes.defaultTeamId);
    const before = isId(id) ? await selectForUpdate(ctx, id) : undefined;
    const channel = found(before && (await updateChannelRow(ctx, before.id, changes)), 'channel_not_found');
    const isRepaired = channel.status === 'error' && changes.settings !== undefined;
    const isSame = !isRepaired && (changes.status === undefined || channel.statusReason === null);
    const repaired: ChannelChanges = { status: isRepaired ? 'active' : channel.status, statusReason: null };
    const after = isSame ? channel : found(await updateChannelRow(ctx, id, repaired), 'channel_not_found');
    publishStatus(ctx, before?.status, after);
    return after;
  });

async function requireTeam(ctx: Ctx, id: string): Promise<void> {
  if (!isId(id) || (await lockTeams(ctx, [id])).size === 0)
    throw invalidParam('defaultTeamId', 'not_found', 'There is no team with this id');
}

/**
 * Sets the status `error`: queued messages wait until the settings are changed. Given the version of the settings that failed, a channel
 * with newer settings is not stopped.
 */
export const stopChannel = (ctx: Ctx, id: string, reason: string, settingsVersion: number | null = null): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const before = await selectForUpdate(ctx, id);
    const after = before && (await updateToError(ctx, id, reason, settingsVersion));
    if (after) publishStatus(ctx, before.status, after);
  });

/** Tells the live feed about another status. */
function publishStatus(ctx: Ctx, previousStatus: ChannelStatus | undefined, channel: Channel): void {
  const { id, type, name, status, statusReason } = channel;
  if (previousStatus === undefined || previousStatus === status) return;
  publishToFeed(ctx, 'channel.status_changed', channel, [{ id, type, name, status, previousStatus, statusReason }]);
}

/** Deletes a channel without chats and campaigns. */
export const deleteChannel = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  explainConflicts(
    {
      chats_tenant_id_channel_id_fkey: 'This channel still has chats; delete them first, or pause the channel',
      campaigns_tenant_id_channel_id_fkey: 'This channel still has campaigns; delete them first, or pause the channel',
    },
    () => deleteByIds(ctx, 'channels', [id]),
  );
