import type { Origin } from '../../platform/tracing.ts';
import { enqueueMany } from '../../queue/index.ts';
import { orderingKeyOf } from '../../registry/event-fields.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import type { Event } from '../events/index.ts';
import { insertDeliveries } from './deliveries.store.ts';
import { scopesOf } from './subscription.ts';
import { type Match, matchWebhooks } from './webhooks.store.ts';

/** Returns the active webhooks that subscribe to an event. */
export function matching(ctx: Ctx, event: Event): Promise<Match[]> {
  const channel = event.channelId && event.channelType ? { id: event.channelId, type: event.channelType } : null;
  return matchWebhooks(ctx, event.type, channel, scopesOf(channel));
}

/** Returns the webhooks of each event, with one query per event type and channel. */
export async function matchingAll(ctx: Ctx, events: Event[]): Promise<Match[][]> {
  const found = new Map<string, Match[]>();
  for (const event of events) {
    const kind = kindOf(event);
    if (!found.has(kind)) found.set(kind, await matching(ctx, event));
  }
  return events.map((event) => found.get(kindOf(event)) ?? []);
}

const kindOf = ({ type, channelId }: Event): string => `${type} ${channelId}`;

type Endpoint = Pick<Match, 'webhookId' | 'isOrdered'>;
/** `origin`: what caused the event, where one transaction delivers events of many causes. */
export type Addressed = { event: Event; to: Endpoint[]; origin?: Origin | undefined };

export const deliverTo = (ctx: Ctx, event: Event, to: Endpoint[]): Promise<string[]> => deliverAll(ctx, [{ event, to }]);

/** Creates one delivery and one job, with the same id, for each event and endpoint. */
export async function deliverAll(ctx: Ctx, addressed: Addressed[]): Promise<string[]> {
  const deliveries = addressed.flatMap(({ event, to, origin }) =>
    to.map((endpoint) => ({ ...endpoint, event, origin, id: idFor(ctx) })),
  );
  if (deliveries.length === 0) return [];
  await insertDeliveries(ctx, deliveries);
  const toJob = ({ event, ...one }: (typeof deliveries)[number]) => ({
    id: one.id,
    origin: one.origin,
    input: { eventId: event.id, webhookId: one.webhookId },
    concurrencyKey: concurrencyKeyOf(one, event),
  });
  await enqueueMany(ctx, jobs.deliverWebhook, deliveries.filter((one) => !one.isOrdered).map(toJob));
  await enqueueMany(ctx, jobs.deliverOrdered, deliveries.filter((one) => one.isOrdered).map(toJob));
  return deliveries.map((one) => one.id);
}

/** An ordered endpoint has a concurrency key per chat, any other endpoint has one for all events. */
export const concurrencyKeyOf = ({ webhookId, isOrdered }: Endpoint, event: Event): string =>
  isOrdered ? `${webhookId}:${orderingKeyOf(event) ?? '-'}` : webhookId; // events of no chat share one key
