import { z } from 'zod';
import type { Webhook as DomainWebhook, InV2 } from '../../domain/webhooks/index.ts';
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

/** Maps a webhook to v2, which has isActive instead of status, and type and channelId instead of events. */
export const toWebhook = (webhook: DomainWebhook, { type, channelId }: InV2): z.infer<typeof Webhook> => ({
  id: webhook.id,
  type: type as V2EventType,
  url: webhook.url,
  isActive: webhook.status === 'active',
  ...(channelId !== undefined && { channelId }),
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
});

/** Maps a v2 subscription to events. */
export function toEvents(type: V2EventType, channelId: string | undefined): DomainWebhook['events'] {
  const { channelType, events } = fromV2Type(type);
  const channel = channelId === undefined ? [] : [{ type: 'channel' as const, ids: [channelId] }];
  return events.map((event) => ({ type: event, scopes: [{ type: 'channel_type' as const, ids: [channelType] }, ...channel] }));
}

const url = z.string().min(1).max(2_048);

/** Not strict: v2 has always ignored unknown fields. */
export const WebhookCreate = z.object({
  tenantId: z.string(),
  type: z.enum(v2EventTypes),
  url,
  channelId: z.string().min(1).optional(),
});
export const WebhookUpdate = z.object({ url: url.optional(), isActive: z.boolean().optional() });
