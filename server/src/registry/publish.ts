import type { Origin } from '../platform/tracing.ts';
import { enqueueMany, feedNotices } from '../queue/index.ts';
import { afterCommit, alongWithCommit, type Ctx, idFor } from '../storage/context.ts';
import type { AnyEventDefinition } from './event-definition.ts';
import { orderingKeyOf } from './event-fields.ts';
import { type EventChannel, insertEvents, insertion, type Subscribers } from './events.store.ts';
import { type EventData, type EventType, events } from './events.ts';
import { jobs } from './jobs.ts';

export type { EventChannel };

/**
 * Publishes an event in the transaction of its cause: the event and its fan-out job commit together with the change, or not at
 * all.
 */
export async function publish<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  data: EventData<T>,
): Promise<string> {
  const [id = ''] = await publishMany(ctx, type, channel, [data]);
  return id;
}

/**
 * Publishes many events of one type, with one statement for the events and one for their fan-out jobs. `origins`: what caused each of them,
 * where one transaction does the work of many causes.
 */
export async function publishMany<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  many: EventData<T>[],
  origins: (Origin | null | undefined)[] = [],
): Promise<string[]> {
  if (many.length === 0) return [];
  const { ids, isOrdered, ...subscribers } = await insert(ctx, type, channel, many);
  if (!hasSubscribers(type, subscribers)) return ids;
  const work = ids.map((eventId, i) => ({
    input: { eventId },
    origin: origins[i],
    concurrencyKey: isOrdered ? orderingKeyOf({ type, data: many[i] as object }) : undefined,
  }));
  const ordered = work.filter(({ concurrencyKey }) => concurrencyKey !== undefined);
  const loose = work.filter(({ concurrencyKey }) => concurrencyKey === undefined);
  await enqueueMany(ctx, jobs.fanOutOrdered, ordered as ((typeof work)[number] & { concurrencyKey: string })[]);
  await enqueueMany(
    ctx,
    jobs.fanOutEvent,
    loose.map(({ input, origin }) => ({ input, origin, concurrencyKey: 'events' })),
  );
  return ids;
}

/**
 * Publishes events that only the live feed has, in the transaction of their cause. Does not wait for the insert: nobody subscribes to
 * these events, so it has no result, and it is sent along with the commit.
 */
export function publishToFeed<T extends EventType>(ctx: Ctx, type: T, channel: EventChannel | null, many: EventData<T>[]): void {
  const { delivery }: AnyEventDefinition = events[type];
  if (delivery !== 'feed') throw new Error(`${type} has subscribers: publish it with publishMany`);
  if (many.length === 0) return;
  const ids = many.map(() => idFor(ctx));
  alongWithCommit(ctx, insertion(ctx, { type, channel, ids, data: many }));
  afterCommit(ctx, () => ctx.notify(feedNotices(ctx.tenantId, ids)));
}

/** A feed event has no subscribers. */
function hasSubscribers(type: EventType, { hasWebhooks, hasTriggers, isAwaited }: Omit<Subscribers, 'isOrdered'>): boolean {
  const { delivery }: AnyEventDefinition = events[type];
  return delivery !== 'feed' && (hasWebhooks || hasTriggers || isAwaited);
}

async function insert(
  ctx: Ctx,
  type: EventType,
  channel: EventChannel | null,
  many: object[],
): Promise<{ ids: string[] } & Subscribers> {
  const ids = many.map(() => idFor(ctx));
  const { triggers, signals = {} }: AnyEventDefinition = events[type];
  const forAutomations = { triggers: Object.keys(triggers), isSignal: Object.keys(signals).length > 0 };
  const subscribers = await insertEvents(ctx, { type, channel, ids, data: many }, forAutomations);
  afterCommit(ctx, () => ctx.notify(feedNotices(ctx.tenantId, ids)));
  return { ids, ...subscribers };
}
