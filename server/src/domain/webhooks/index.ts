export { afterAttempt } from './after-attempt.ts';
export { type BreakerState, beforeAttempt, newBreaker, recordOutcome } from './breaker.ts';
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
} from './deliveries.ts';
export { searchDeliveries } from './deliveries-search.ts';
export { type InV2, inV2 } from './in-v2.ts';
export { emptyAnswers, removeDeliveriesBefore } from './privacy.store.ts';
export { createRecorder, type Result } from './record.ts';
export { searchWebhooks } from './search.ts';
export { type DeliveryStatistics, deliveryStatistics } from './statistics.ts';
export type { Webhook, WebhookEvent } from './subscription.ts';
export type { WebhookChanges } from './webhooks.store.ts';
export {
  createWebhook,
  deleteWebhook,
  findWebhook,
  getWebhook,
  listV2Candidates,
  rotateSecret,
  secretLabel,
  typesOfSingleChannels,
  updateWebhook,
} from './webhooks.ts';
