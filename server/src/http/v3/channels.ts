import type { z } from 'zod';
import { inboundUrl } from '../../adapters/desk.ts';
import { adapters } from '../../adapters/index.ts';
import { checkSettings, openSettings, type Settings, sealSettings } from '../../adapters/settings.ts';
import {
  type ChannelType,
  channelSecrets,
  createChannel,
  type Channel as DomainChannel,
  deleteChannel,
  getChannel,
  searchChannels,
  updateChannel,
  watchMailbox,
} from '../../domain/channels/index.ts';
import type { Config } from '../../platform/config.ts';
import { Failure } from '../../platform/errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { Channel, ChannelCreate, ChannelUpdate, toChannel } from '../../wire/v3/channel.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { type RequestScope, route } from '../route.ts';
import { toInvalidParams } from '../validate.ts';
import { dataReply, deleteRoute } from './rows.ts';

const tag = 'Channels';

const shown = (channel: DomainChannel, config: Config) => toChannel(channel, inboundUrl(config, channel.id));

/** Checked whole by the channel's adapter, then parted into what may be shown and what is sealed. */
function seal(type: ChannelType, { secrets }: RequestScope, channelId: string, given: Settings) {
  const checked = checkSettings(adapters[type], given);
  if (checked.ok) return sealSettings(adapters[type], secrets, channelId, checked.settings);
  const issues = checked.issues.map((issue) => ({ ...issue, path: ['settings', ...issue.path] }));
  throw new Failure('invalid_body_params', { invalidParams: toInvalidParams(issues) });
}

const create = (
  ctx: Ctx,
  { settings, ...channel }: z.output<typeof ChannelCreate>,
  scope: RequestScope,
): Promise<DomainChannel> =>
  inTransaction(ctx, async (ctx) => {
    const id = idFor(ctx);
    const made = await createChannel(
      ctx,
      { ...channel, ...(settings && { settings: seal(channel.type, scope, id, settings) }) },
      id,
    );
    if (settings) await watchMailbox(ctx, made);
    return made;
  });

/** `null` takes a setting away. */
const merged = (known: Settings | undefined, given: Settings): Settings =>
  Object.fromEntries(Object.entries({ ...known, ...given }).filter(([, value]) => value !== null));

/** Settings that are not given stay, the secret ones too: nobody has to type a token again to change a name. */
const update = (
  ctx: Ctx,
  channelId: string,
  { settings, ...changes }: z.output<typeof ChannelUpdate>,
  scope: RequestScope,
): Promise<DomainChannel> =>
  inTransaction(ctx, async (ctx) => {
    const channel = await getChannel(ctx, channelId);
    if (!settings) return updateChannel(ctx, channel.id, changes);
    const known = openSettings(scope.secrets, channel, await channelSecrets(ctx, channel.id));
    const changed = await updateChannel(ctx, channel.id, {
      ...changes,
      settings: seal(channel.type, scope, channel.id, merged(known, settings)),
    });
    await watchMailbox(ctx, changed);
    return changed;
  });

export const channels = [
  route({
    method: 'POST',
    path: '/channels',
    operationId: 'createChannel',
    summary: 'Create a channel; its settings connect it to a provider, and their secrets are never shown again',
    tag,
    scope: 'channels.write',
    status: 201,
    body: ChannelCreate,
    reply: dataReply(Channel),
    handle: async (ctx, { body }, scope) => ({ data: shown(await create(ctx, body, scope), scope.config) }),
  }),
  route({
    method: 'GET',
    path: '/channels/:channelId',
    operationId: 'getChannel',
    summary: 'Read a channel',
    tag,
    scope: 'channels.read',
    reply: dataReply(Channel),
    handle: async (ctx, { params }, { config }) => ({ data: shown(await getChannel(ctx, params.channelId), config) }),
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
    handle: async (ctx, { params, body }, scope) => ({
      data: shown(await update(ctx, params.channelId, body, scope), scope.config),
    }),
  }),
  deleteRoute({
    path: '/channels/:channelId',
    operationId: 'deleteChannel',
    summary: 'Delete a channel that has no chats',
    tag,
    scope: 'channels.write',
    remove: deleteChannel,
  }),
  route({
    method: 'POST',
    path: '/channels/search',
    operationId: 'searchChannels',
    summary: 'Search channels',
    tag,
    scope: 'channels.read',
    body: SearchBody,
    reply: searchReply(Channel),
    handle: async (ctx, { body }, { config }) =>
      toSearchReply(await searchChannels(ctx, body), (one) => shown(one, config), body),
  }),
];
