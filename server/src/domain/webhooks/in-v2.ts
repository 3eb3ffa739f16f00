import type { V2Kind } from '../../registry/event-definition.ts';
import { eventTypesInV2 } from '../../registry/events.ts';
import type { Webhook, WebhookEvent } from './subscription.ts';

/** A subscription in the form of version 2. */
export type InV2 = { type: string; channelId: string | undefined };

type ChannelTypes = ReadonlyMap<string, string>;
type ChannelScope = { channelType: string; channelId: string | undefined };

/**
 * Returns the v2 type of a subscription, or undefined where v2 has none. A subscription to all sent messages is an ECHO only if
 * it was created as one: v3 has no type for echoes alone.
 */
export function inV2({ events, v2Type }: Pick<Webhook, 'events' | 'v2Type'>, channelTypes: ChannelTypes): InV2 | undefined {
  const scope = scopeOf(events, channelTypes);
  const kind = kindOf(events, v2Type);
  if (!scope || !kind) return undefined;
  return { type: `${scope.channelType.toUpperCase()}_MESSAGE_${kind}`, channelId: scope.channelId };
}

function kindOf(events: WebhookEvent[], v2Type: string | null): string | undefined {
  const types = sorted(events.map(({ type }) => type));
  const kind = kinds.find((one) => sorted(eventTypesInV2(one)) === types);
  return kind !== 'ECHO' || (v2Type === ECHO && isInstagram(events)) ? kind : undefined;
}

const kinds = ['RECEIVED', 'STATUS', 'ECHO'] as const satisfies V2Kind[];
const sorted = (types: (string | null)[]): string => types.toSorted().join();

const ECHO = 'INSTAGRAM_MESSAGE_ECHO';
const isInstagram = ([event]: WebhookEvent[]): boolean =>
  event?.scopes.some(({ type, ids }) => type === 'channel_type' && ids.join() === 'instagram') ?? false;

/** Returns the channel type, and the channel if there is one, that all events share. */
function scopeOf(events: WebhookEvent[], channelTypes: ChannelTypes): ChannelScope | undefined {
  const [first, ...rest] = events.map(({ scopes }) => scopeOfOne(scopes, channelTypes));
  const isSame = (one: ChannelScope | undefined) =>
    one?.channelType === first?.channelType && one?.channelId === first?.channelId;
  return rest.every(isSame) ? first : undefined;
}

function scopeOfOne(scopes: WebhookEvent['scopes'], channelTypes: ChannelTypes): ChannelScope | undefined {
  const idsOf = (wanted: string) => [...new Set(scopes.filter(({ type }) => type === wanted).flatMap(({ ids }) => ids))];
  const [channelId, ...otherChannels] = idsOf('channel');
  const [named, ...otherTypes] = idsOf('channel_type');
  const channelType = named ?? (channelId === undefined ? undefined : channelTypes.get(channelId));
  if (otherChannels.length > 0 || otherTypes.length > 0 || channelType === undefined) return undefined;
  return { channelType, channelId };
}
