import type { z } from 'zod';
import { inboundUrl } from '../../adapters/connector.ts';
import { adapters } from '../../adapters/index.ts';
import {
  checkSettings,
  openSettings,
  plainHttp,
  type Settings,
  sealSettings,
  secretsToSendAgain,
} from '../../adapters/settings.ts';
import {
  type ChannelType,
  createChannel,
  type Channel as DomainChannel,
  deleteChannel,
  getChannel,
  lockChannel,
  searchChannels,
  updateChannel,
  watchMailbox,
} from '../../domain/channels/index.ts';
import type { Config } from '../../platform/config.ts';
import { Failure, invalidParam } from '../../platform/errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { Channel, ChannelCreate, ChannelUpdate, toChannel } from '../../wire/v3/channel.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { type RequestScope, route } from '../route.ts';
import { toInvalidParams } from '../validate.ts';
import { dataReply, deleteRoute } from './rows.ts';

const tag = 'Channels';

const shown = (channel: DomainChannel, config: Config) => toChannel(channel, inboundUrl(config, channel.id));

/** Checks settings: by the adapter of the channel, then that no secret would be sent unencrypted. */
function check(type: ChannelType, { config, caller }: RequestScope, settings: Settings): Settings {
  const checked = checkSettings(adapters[type], settings);
  if (!checked.ok) {
    const issues = checked.issues.map((issue) => ({ ...issue, path: ['settings', ...issue.path] }));
    throw new Failure('invalid_body_params', { invalidParams: toInvalidParams(issues) });
  }
  // The channels of a sandbox tenant call only the sandbox.
  const mayUseHttp = config.PROVIDER_ALLOW_PRIVATE || caller.mode === 'sandbox';
  const [plain] = mayUseHttp ? [] : plainHttp(checked.settings);
  if (plain)
    throw invalidParam(
      `settings.${plain}`,
      'invalid_string',
      'Use an https URL: over http the secrets of the channel could be read on the way',
    );
  return checked.settings;
}

/** Requires the secret when the host that it is sent to changes: a caller who does not know it must not redirect it. */
function requireSecretsAgain(type: ChannelType, known: Settings, next: Settings, given: Settings): void {
  const before = checkSettings(adapters[type], known); // settings of older versions lack later defaults
  const again = secretsToSendAgain(adapters[type], before.ok ? before.settings : known, next, given);
  if (again.length === 0) return;
  const invalidParams = Object.fromEntries(
    again.map(({ secret, destination }) => [
      `settings.${secret}`,
      {
        key: 'required' as const,
        message: `${destination} changes where ${secret} is sent; send ${secret} again together with it`,
      },
    ]),
  );
  throw new Failure('invalid_body_params', { invalidParams });
}

const seal = (type: ChannelType, { secrets }: RequestScope, channelId: string, settings: Settings) =>
  sealSettings(adapters[type], secrets, channelId, settings);

const create = (
  ctx: Ctx,
  { settings, ...channel }: z.output<typeof ChannelCreate>,
  scope: RequestScope,
): Promise<DomainChannel> =>
  inTransaction(ctx, async (ctx) => {
    const id = idFor(ctx);
    const made = await createChannel(
      ctx,
      { ...channel, ...(settings && { settings: seal(channel.type, scope, id, check(channel.type, scope, settings)) }) },
      id,
    );
    if (settings) await watchMailbox(ctx, made);
    return made;
  });

/** Merges settings. `null` removes a setting. */
const merged = (known: Settings | undefined, given: Settings): Settings =>
  Object.fromEntries(Object.entries({ ...known, ...given }).filter(([, value]) => value !== null));

/**
 * Updates a channel. Settings that are not given stay, including secrets. A change of the host that a secret is sent to requires the
 * secret.
 */
const update = (
  ctx: Ctx,
  channelId: string,
  { settings, ...changes }: z.output<typeof ChannelUpdate>,
  scope: RequestScope,
): Promise<DomainChannel> =>
  inTransaction(ctx, async (ctx) => {
    if (!settings) return updateChannel(ctx, channelId, changes);
    const channel = await lockChannel(ctx, channelId); // must not overwrite a refresh token that is stored at the same time
    const known = openSettings(scope.secrets, channel, channel.sealed);
    const next = check(channel.type, scope, merged(known, settings));
    if (known) requireSecretsAgain(channel.type, known, next, settings);
    const sealed = seal(channel.type, scope, channel.id, next);
    const changed = await updateChannel(ctx, channel.id, { ...changes, settings: sealed });
    await watchMailbox(ctx, changed);
    return changed;
  });

export const channels = [
  route({
    method: 'POST',
    path: '/channels',
    operationId: 'createChannel',
    fails: ['quota_exceeded'],
    summary: 'Create a channel; its settings connect it to a provider, and secrets are not shown again',
    tag,
    scope: 'channels.write',
    viewers: 'forbidden',
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
    viewers: 'filtered',
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
    viewers: 'forbidden',
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
    viewers: 'forbidden',
    remove: deleteChannel,
  }),
  route({
    method: 'POST',
    path: '/channels/search',
    operationId: 'searchChannels',
    summary: 'Search channels',
    tag,
    scope: 'channels.read',
    viewers: 'filtered',
    body: SearchBody,
    reply: searchReply(Channel),
    handle: async (ctx, { body }, { config }) =>
      toSearchReply(await searchChannels(ctx, body), (one) => shown(one, config), body),
  }),
];
