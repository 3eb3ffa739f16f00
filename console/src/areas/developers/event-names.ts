import { webhookEventTypes } from '@patchbay/sdk';

/** The type of an event that a webhook can subscribe to. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const eventTypes: readonly WebhookEventType[] = webhookEventTypes;

const names = new Set<string>(webhookEventTypes);

/** Whether webhooks get events of this type; others are for the live feed only. */
export const isForWebhooks = (type: string): boolean => names.has(type);
