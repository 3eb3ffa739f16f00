// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

/** Every type of event that a webhook can subscribe to. */
export const webhookEventTypes = [
  'message.received',
  'message.sent',
  'message.updated',
  'chat.created',
  'chat.status_changed',
  'chat.assigned',
  'chat.sla_breached',
  'chat.rated',
  'chat.deleted',
  'contact.created',
  'contact.updated',
  'contact.merged',
  'consent.recorded',
  'contact.deleted',
  'automation.run_started',
  'automation.run_completed',
  'automation.run_failed',
  'campaign.started',
  'campaign.completed',
  'template.status_changed',
  'template.deleted',
  'webhook.disabled',
] as const;
