import type { types } from '@patchbay/sdk';

/** The type of an event that a webhook can subscribe to. */
export type WebhookEventType = NonNullable<types.CreateWebhookBody['events'][number]['type']>;

/** A new type does not compile until it is here. */
const names: Record<WebhookEventType, true> = {
  'message.received': true,
  'message.sent': true,
  'message.updated': true,
  'chat.created': true,
  'chat.status_changed': true,
  'chat.assigned': true,
  'chat.sla_breached': true,
  'chat.rated': true,
  'chat.deleted': true,
  'contact.created': true,
  'contact.updated': true,
  'contact.merged': true,
  'contact.deleted': true,
  'consent.recorded': true,
  'automation.run_started': true,
  'automation.run_completed': true,
  'automation.run_failed': true,
  'campaign.started': true,
  'campaign.completed': true,
  'template.status_changed': true,
  'template.deleted': true,
  'webhook.disabled': true,
};

export const eventTypes = Object.keys(names) as WebhookEventType[];

/** Whether webhooks get events of this type; others are for the live feed only. */
export const isForWebhooks = (type: string): boolean => Object.hasOwn(names, type);
