import { jobs } from '../../catalogue/jobs.ts';
import { chatOf } from '../../catalogue/publish.ts';
import { enqueueMany } from '../../engine/enqueue.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import type { Event } from '../events/index.ts';
import { insertDeliveries } from './deliveries.store.ts';
import { scopesOf } from './subscription.ts';
import { type Match, matchWebhooks } from './webhooks.store.ts';

/** The active subscriptions that want an event. */
export function matching(ctx: Ctx, event: Event): Promise<Match[]> {
  const channel = event.channelId && event.channelType ? { id: event.channelId, type: event.channelType } : null;
  return matchWebhooks(ctx, event.type, channel, scopesOf(channel));
}

/** One delivery and one job per endpoint, under one id. */
export async function deliverTo(ctx: Ctx, event: Event, matches: Pick<Match, 'webhookId' | 'isOrdered'>[]): Promise<string[]> {
  if (matches.length === 0) return [];
  const deliveries = matches.map((match) => ({ ...match, id: idFor(ctx) }));
  await insertDeliveries(ctx, event.id, event.type, deliveries);
  const toJob = (one: (typeof deliveries)[number]) => ({
    id: one.id,
    input: { eventId: event.id, webhookId: one.webhookId },
    lane: laneOf(one, event),
  });
  await enqueueMany(ctx, jobs.deliverWebhook, deliveries.filter((one) => !one.isOrdered).map(toJob));
  await enqueueMany(ctx, jobs.deliverOrdered, deliveries.filter((one) => one.isOrdered).map(toJob));
  return deliveries.map((one) => one.id);
}

/** An ordered endpoint has a lane per chat, any other one for all. */
export const laneOf = ({ webhookId, isOrdered }: Pick<Match, 'webhookId' | 'isOrdered'>, event: Event): string =>
  isOrdered ? `${webhookId}:${chatOf(event) ?? '-'}` : webhookId; // events of no chat share one lane
