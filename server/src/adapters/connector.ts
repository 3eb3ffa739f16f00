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

/** A channel with all that is needed to talk to its provider. */
export type OpenChannel = {
  channel: Channel;
  adapter: Adapter;
  /** What the adapter's own functions take; only they know its shape. */
  settings: never;
  sendDeps: SendDeps;
  connections: Connections;
  /** The same, with a callback that names a message of ours. */
  depsFor(messageId: string): SendDeps;
};

export type ChannelConnector = {
  /** Nothing when the channel is gone or not connected. What it answers may be a few seconds old. */
  open(ctx: Ctx, channelId: string): Promise<OpenChannel | undefined>;
  close(): Promise<void>;
};

export type ConnectorDeps = { config: Pick<Config, 'PUBLIC_URL'>; clock: Clock; secrets: SecretBox; lines: ProviderClients };

const REMEMBERED = 10_000;
const REMEMBERED_MS = 3_000;

export function createChannelConnector(deps: ConnectorDeps): ChannelConnector {
  const open = new LRUCache<string, OpenChannel>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  const opening = new Map<string, Promise<OpenChannel | undefined>>(); // hundreds of sends ask for one channel in one moment
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
      await deps.lines.close();
    },
  };
}

async function openChannel(deps: ConnectorDeps, ctx: Ctx, channelId: string): Promise<OpenChannel | undefined> {
  const channel = await findChannel(ctx, channelId);
  const settings = channel && openSettings(deps.secrets, channel, await channelSecrets(ctx, channelId));
  if (!channel || !settings) return undefined;
  const checked = checkSettings(adapters[channel.type], settings);
  if (!checked.ok) return undefined; // written by an older version that asked for less
  const { mode } = await getTenant(ctx);
  const line = lineOf(deps.lines, mode, adapters[channel.type], checked.settings);
  const callbackUrl = inboundUrl(deps.config, channel.id);
  const credentials = channelCredentials(deps.secrets, ctx, channel);
  const sendDeps: SendDeps = { http: line.http, clock: deps.clock, mode, callbackUrl, credentials };
  const { destination, most } = line.adapter.connections(line.settings as never);
  return {
    channel,
    adapter: line.adapter,
    settings: line.settings as never,
    sendDeps,
    connections: { destination: `${mode} ${destination}`, most },
    depsFor: (messageId) => ({ ...sendDeps, callbackUrl: `${callbackUrl}?messageId=${messageId}` }),
  };
}

/** Whom a tenant's channels talk to. Every call of every adapter takes its address and its line from here. */
function lineOf(lines: ProviderClients, mode: Mode, adapter: Adapter, settings: Settings) {
  if (mode === 'live') return { adapter, settings, http: lines.live };
  if (!lines.sandboxEndpoints) return { adapter: withoutSandbox(adapter), settings, http: lines.sandbox };
  return { adapter, settings: adapter.inSandbox(settings as never, lines.sandboxEndpoints), http: lines.sandbox };
}

/** Where a provider sends its callbacks for a channel. */
export const inboundUrl = (config: Pick<Config, 'PUBLIC_URL'>, channelId: string): string =>
  `${config.PUBLIC_URL.replace(/\/+$/, '')}/inbound/${channelId}`;
