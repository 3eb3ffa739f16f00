export { afterAttempt } from './after-attempt.ts';
export { type BreakerState, beforeAttempt, newBreaker, noteOutcome } from './breaker.ts';
export { emptyAnswers, removeDeliveriesBefore } from './care.ts';
export { deliverAll, matchingAll } from './deliver-to.ts';
export { type Pending, selectPending } from './deliveries.store.ts';
export {
  type Delivery,
  type DeliveryAttempt,
  deliverEvent,
  getDelivery,
  type ReplayInput,
  redeliver,
  replay,
  replayPage,
  searchDeliveries,
} from './deliveries.ts';
export { createRecorder, type Result } from './record.ts';
export { searchWebhooks } from './search.ts';
export type { Webhook, WebhookEvent } from './subscription.ts';
export {
  createWebhook,
  deleteWebhook,
  findV2Webhook,
  getV2Webhook,
  getWebhook,
  listV2Webhooks,
  rotateSecret,
  secretLabel,
  updateWebhook,
} from './webhooks.ts';
