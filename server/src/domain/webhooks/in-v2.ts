import type { Webhook, WebhookEvent } from './subscription.ts';

/** A subscription as version 2 names it. */
export type InV2 = { type: string; channelId: string | undefined };

type ChannelTypes = ReadonlyMap<string, string>;
type Place = { channelType: string; channelId: string | undefined };

/**
 * Returns a subscription in the words of v2, or nothing where v2 has none. Only a type that it already has tells an ECHO: its events in v3
 * are all sent messages.
 */
export function inV2({ events, v2Type }: Pick<Webhook, 'events' | 'v2Type'>, channelTypes: ChannelTypes): InV2 | undefined {
  const place = placeOf(events, channelTypes);
  const kind = kindOf(events, v2Type);
  if (!place || !kind) return undefined;
  return { type: `${place.channelType.toUpperCase()}_MESSAGE_${kind}`, channelId: place.channelId };
}

function kindOf(events: WebhookEvent[], v2Type: string | null): string | undefined {
  switch (
    events
      .map(({ type }) => type)
      .toSorted()
      .join()
  ) {
    case 'message.received':
      return 'RECEIVED';
    case 'message.sent,message.updated':
      return 'STATUS';
    case 'message.sent':
      return v2Type === ECHO && isInstagram(events) ? 'ECHO' : undefined;
    default:
      return undefined;
  }
}

const ECHO = 'INSTAGRAM_MESSAGE_ECHO';
const isInstagram = ([event]: WebhookEvent[]): boolean =>
  event?.scopes.some(({ type, ids }) => type === 'channel_type' && ids.join() === 'instagram') ?? false;

/** Returns the one kind of channel, and the one channel if any, that all events are for. */
function placeOf(events: WebhookEvent[], channelTypes: ChannelTypes): Place | undefined {
  const [first, ...rest] = events.map(({ scopes }) => placeOfOne(scopes, channelTypes));
  const isSame = (one: Place | undefined) => one?.channelType === first?.channelType && one?.channelId === first?.channelId;
  return rest.every(isSame) ? first : undefined;
}

function placeOfOne(scopes: WebhookEvent['scopes'], channelTypes: ChannelTypes): Place | undefined {
  const idsOf = (wanted: string) => [...new Set(scopes.filter(({ type }) => type === wanted).flatMap(({ ids }) => ids))];
  const [channelId, ...otherChannels] = idsOf('channel');
  const [named, ...otherTypes] = idsOf('channel_type');
  const channelType = named ?? (channelId === undefined ? undefined : channelTypes.get(channelId));
  if (otherChannels.length > 0 || otherTypes.length > 0 || channelType === undefined) return undefined;
  return { channelType, channelId };
}
