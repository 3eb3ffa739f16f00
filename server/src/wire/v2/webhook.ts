import { z } from 'zod';
import type { Webhook as DomainWebhook } from '../../domain/webhooks/index.ts';
import { fromV2Type, type V2EventType, v2EventTypes } from './event.ts';

const time = z.iso.datetime({ precision: 3 });

export const Webhook = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(v2EventTypes),
    url: z.string(),
    isActive: z.boolean(),
    channelId: z.string().optional(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'WebhookV2' });

export type InV2 = { type: V2EventType; channelId: string | undefined };

/** v2 says isActive where the domain says status, and type and channelId where it says events. */
export const toWebhook = (webhook: DomainWebhook, { type, channelId }: InV2): z.infer<typeof Webhook> => ({
  id: webhook.id,
  type,
  url: webhook.url,
  isActive: webhook.status === 'active',
  ...(channelId !== undefined && { channelId }),
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
});

/** The same subscription in today's words. */
export function toEvents(type: V2EventType, channelId: string | undefined): DomainWebhook['events'] {
  const { channelType, events } = fromV2Type(type);
  const channel = channelId === undefined ? [] : [{ type: 'channel' as const, ids: [channelId] }];
  return events.map((event) => ({ type: event, scopes: [{ type: 'channel_type' as const, ids: [channelType] }, ...channel] }));
}

type Subscription = Pick<DomainWebhook, 'events' | 'v2Type'>;
type ChannelTypes = ReadonlyMap<string, string>;

/**
 * Returns a subscription in the words of v2, or nothing where v2 has none. A type that it already has comes first: only that tells an
 * ECHO, whose events in v3 would be all sent messages.
 */
export function inV2({ events, v2Type }: Subscription, channelTypes: ChannelTypes): InV2 | undefined {
  const place = placeOf(events, channelTypes);
  const names = events.map(({ type }) => type).toSorted();
  if (!place) return undefined;
  const known = v2EventTypes.find((type) => type === v2Type);
  const fits = (type: V2EventType) => {
    const wanted = fromV2Type(type);
    return wanted.channelType === place.channelType && wanted.events.join() === names.join();
  };
  const type = known && fits(known) ? known : v2EventTypes.find((one) => !one.endsWith('_ECHO') && fits(one));
  return type && { type, channelId: place.channelId };
}

type Place = { channelType: string; channelId: string | undefined };

/** Returns the one kind of channel, and the one channel if any, that all events are for. */
function placeOf(events: DomainWebhook['events'], channelTypes: ChannelTypes): Place | undefined {
  const [first, ...rest] = events.map(({ scopes }) => placeOfOne(scopes, channelTypes));
  const isSame = (one: Place | undefined) => one?.channelType === first?.channelType && one?.channelId === first?.channelId;
  return rest.every(isSame) ? first : undefined;
}

function placeOfOne(scopes: DomainWebhook['events'][number]['scopes'], channelTypes: ChannelTypes): Place | undefined {
  const idsOf = (wanted: string) => [...new Set(scopes.filter(({ type }) => type === wanted).flatMap(({ ids }) => ids))];
  const [channelId, ...otherChannels] = idsOf('channel');
  const [named, ...otherTypes] = idsOf('channel_type');
  const channelType = named ?? (channelId === undefined ? undefined : channelTypes.get(channelId));
  if (otherChannels.length > 0 || otherTypes.length > 0 || channelType === undefined) return undefined;
  return { channelType, channelId };
}

const url = z.string().min(1).max(2_048);

/** Not strict: old clients send fields that v2 has always ignored. */
export const WebhookCreate = z.object({
  tenantId: z.string(),
  type: z.enum(v2EventTypes),
  url,
  channelId: z.string().min(1).optional(),
});
export const WebhookUpdate = z.object({ url: url.optional(), isActive: z.boolean().optional() });
