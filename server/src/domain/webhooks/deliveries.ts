import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId, NIL_ID } from '../../platform/ids.ts';
import { enqueue, schedule } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { type Event, eventsInRange, findEvent } from '../events/index.ts';
import { concurrencyKeyOf, deliverTo } from './deliver-to.ts';
import { resetDelivery, selectDelivery } from './deliveries.store.ts';
import { subscribes } from './subscribes.ts';
import { findWebhook, getWebhook } from './webhooks.ts';

const DAY_MS = 86_400_000;
const LONGEST_REPLAY_DAYS = 14;
const REPLAY_PAGE = 200;

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed';
/** The result of the latest attempt of a delivery. */
export type LastAttempt = { startedAt: Date; durationMs: number; statusCode: number | null; error: string | null };
export type Delivery = {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  tries: number;
  nextTryAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Null before the first attempt. */
  lastAttempt: LastAttempt | null;
};
export type DeliveryAttempt = LastAttempt & { number: number; url: string; responseBody: string | null };

export type DeliveryWithAttempts = Delivery & { attempts: DeliveryAttempt[] };

export async function getDelivery(ctx: Ctx, webhookId: string, id: string): Promise<DeliveryWithAttempts> {
  if (!isId(webhookId) || !isId(id)) throw new Failure('delivery_not_found');
  return found(await selectDelivery(ctx, webhookId, id), 'delivery_not_found');
}

/** Starts a delivery again with all its attempts, under the same webhook-id. */
export const redeliver = (ctx: Ctx, webhookId: string, id: string): Promise<DeliveryWithAttempts> =>
  inTransaction(ctx, async (ctx) => {
    const delivery = await getDelivery(ctx, webhookId, id);
    const { isOrdered } = await getWebhook(ctx, webhookId);
    const event = found(await findEvent(ctx, delivery.eventId), 'delivery_not_found');
    const job = isOrdered ? jobs.deliverOrdered : jobs.deliverWebhook;
    const concurrencyKey = concurrencyKeyOf({ webhookId: delivery.webhookId, isOrdered }, event);
    await resetDelivery(ctx, delivery.id);
    await schedule(ctx, job, { id: delivery.id, input: { eventId: event.id, webhookId: delivery.webhookId }, concurrencyKey });
    return getDelivery(ctx, webhookId, id);
  });

export type ReplayInput = { webhookId: string; from: string; until: string; afterId: string };
export type ReplayRange = { from: Date; until?: Date };

/** Enqueues a replay: a job that reads the events page by page. */
export const replay = (ctx: Ctx, webhookId: string, range: ReplayRange): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const webhook = await getWebhook(ctx, webhookId);
    const until = range.until ?? ctx.clock.now();
    if (until <= range.from) throw invalidParam('until', 'invalid_date', 'until must be after from');
    if (until.getTime() - range.from.getTime() > LONGEST_REPLAY_DAYS * DAY_MS) {
      throw invalidParam('from', 'too_big', `At most ${LONGEST_REPLAY_DAYS} days can be replayed at once`);
    }
    const input = { webhookId: webhook.id, from: range.from.toISOString(), until: until.toISOString(), afterId: NIL_ID };
    await enqueue(ctx, jobs.replayWebhook, input, { concurrencyKey: webhook.id });
  });

/**
 * Delivers one page of a replay and enqueues the next one in the same transaction, so that a crash neither skips nor repeats a
 * page.
 */
export async function replayPage(
  ctx: Ctx,
  input: ReplayInput,
  wants: (v2Type: string | null, event: Event) => boolean,
): Promise<void> {
  const webhook = await findWebhook(ctx, input.webhookId);
  if (!webhook) return; // deleted after the replay was requested
  const page = await eventsInRange(ctx, input, REPLAY_PAGE);
  const theirs = page.filter((event) => subscribes(webhook.events, event) && wants(webhook.v2Type, event));
  for (const event of theirs) await deliverTo(ctx, event, [{ webhookId: webhook.id, isOrdered: webhook.isOrdered }]);
  const last = page.at(-1);
  if (last && page.length === REPLAY_PAGE)
    await enqueue(ctx, jobs.replayWebhook, { ...input, afterId: last.id }, { concurrencyKey: webhook.id });
}

/** Delivers an event to one endpoint only. */
export const deliverEvent = async (ctx: Ctx, webhookId: string, eventId: string): Promise<string> => {
  const webhook = await getWebhook(ctx, webhookId);
  const event = found(await findEvent(ctx, eventId), 'delivery_not_found');
  const [id] = await deliverTo(ctx, event, [{ webhookId: webhook.id, isOrdered: false }]);
  return found(id, 'delivery_not_found');
};
