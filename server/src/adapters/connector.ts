import { LRUCache } from 'lru-cache';
import { type Channel, channelSecrets, findChannel } from '../domain/channels/index.ts';
import { getTenant, type Mode } from '../domain/tenants/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { ProviderClients } from '../platform/provider-clients.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Ctx } from '../storage/context.ts';
import type { Adapter, Connections, SendDeps } from './adapter.ts';
import { channelCredentials } from './credentials.ts';
import { adapters } from './index.ts';
import { checkSettings, openSettings, type Settings } from './settings.ts';
import { withoutSandbox } from './without-sandbox.ts';

/** A channel with its adapter, settings and clients. */
export type OpenChannel = {
  channel: Channel;
  adapter: Adapter;
  /** Only the adapter knows the type. */
  settings: never;
  sendDeps: SendDeps;
  connections: Connections;
  /** Returns `sendDeps` with a callback URL that contains the message id. */
  depsFor(messageId: string): SendDeps;
};

export type ChannelConnector = {
  /** Returns undefined if the channel does not exist or is not connected. The result can be a few seconds old. */
  open(ctx: Ctx, channelId: string): Promise<OpenChannel | undefined>;
  close(): Promise<void>;
};

export type ConnectorDeps = { config: Pick<Config, 'PUBLIC_URL'>; clock: Clock; secrets: SecretBox; clients: ProviderClients };

const CACHED_CHANNELS = 10_000;
const CACHED_MS = 3_000;

export function createChannelConnector(deps: ConnectorDeps): ChannelConnector {
  const open = new LRUCache<string, OpenChannel>({ max: CACHED_CHANNELS, ttl: CACHED_MS });
  const opening = new Map<string, Promise<OpenChannel | undefined>>(); // hundreds of sends open one channel at the same time
  const openOnce = (ctx: Ctx, channelId: string, key: string) => {
    const begun = opening.get(key) ?? openChannel(deps, ctx, channelId).finally(() => opening.delete(key));
    opening.set(key, begun);
    return begun;
  };
  return {
    async open(ctx, channelId) {
      const key = `${ctx.tenantId} ${channelId}`;
      const known = open.get(key) ?? (await openOnce(ctx, channelId, key));
      if (known) open.set(key, known, { noUpdateTTL: true });
      return known;
    },
    async close() {
      for (const adapter of Object.values(adapters)) adapter.close?.();
      await deps.clients.close();
    },
  };
}

async function openChannel(deps: ConnectorDeps, ctx: Ctx, channelId: string): Promise<OpenChannel | undefined> {
  const channel = await findChannel(ctx, channelId);
  const settings = channel && openSettings(deps.secrets, channel, await channelSecrets(ctx, channelId));
  if (!channel || !settings) return undefined;
  const checked = checkSettings(adapters[channel.type], settings);
  if (!checked.ok) return undefined; // stored by an older version with fewer required settings
  const { mode } = await getTenant(ctx);
  const target = targetOf(deps.clients, mode, adapters[channel.type], checked.settings);
  const callbackUrl = inboundUrl(deps.config, channel.id);
  const credentials = channelCredentials(deps.secrets, ctx, channel);
  const sendDeps: SendDeps = { http: target.http, clock: deps.clock, mode, callbackUrl, credentials };
  const { destination, ...limits } = target.adapter.connections(target.settings as never);
  return {
    channel,
    adapter: target.adapter,
    settings: target.settings as never,
    sendDeps,
    connections: { destination: `${mode} ${destination}`, ...limits },
    depsFor: (messageId) => ({ ...sendDeps, callbackUrl: `${callbackUrl}?messageId=${messageId}` }),
  };
}

/** Returns the adapter, settings and client of a tenant's channel: those of the provider, or those of the sandbox. */
function targetOf(clients: ProviderClients, mode: Mode, adapter: Adapter, settings: Settings) {
  if (mode === 'live') return { adapter, settings, http: clients.live };
  if (!clients.sandboxEndpoints) return { adapter: withoutSandbox(adapter), settings, http: clients.sandbox };
  return { adapter, settings: adapter.inSandbox(settings as never, clients.sandboxEndpoints), http: clients.sandbox };
}

/** Returns the callback URL of a channel. */
export const inboundUrl = (config: Pick<Config, 'PUBLIC_URL'>, channelId: string): string =>
  `${config.PUBLIC_URL.replace(/\/+$/, '')}/inbound/${channelId}`;
