import { eventsForAutomations, handleEvent } from '../domain/automations/index.ts';
import { type Event, eventsByIds, findEvent } from '../domain/events/index.ts';
import { hasFeature } from '../domain/tenants/index.ts';
import { deliverAll, matchingAll } from '../domain/webhooks/index.ts';
import type { Origin } from '../platform/tracing.ts';
import type { SharedTransaction, TransactionalHandler } from '../queue/index.ts';
import type { Ctx } from '../storage/context.ts';
import { wants } from './render.ts';

type Input = { eventId: string };

/**
 * Passes an event to its endpoints and automations. The live feed gets it from the process that published it. An event that retention
 * has deleted meanwhile is skipped.
 */
export const fanOutEvent: TransactionalHandler<Input> = async (ctx, { eventId }) => {
  const event = await findEvent(ctx, eventId);
  if (!event) return;
  await deliverToEndpoints(ctx, [event]);
  await handleEvent(ctx, event);
};

/** Events that trigger no automation only add rows for endpoints, so many of them share a transaction. */
export const fanOutBatch: SharedTransaction<Input> = {
  async choose(ctx, inputs) {
    const relevant = await eventsForAutomations(ctx, await eventsOf(ctx, inputs));
    return inputs.map(({ eventId }) => !relevant.has(eventId));
  },
  async handle(ctx, inputs, origins) {
    const originOf = new Map(inputs.map(({ eventId }, i) => [eventId, origins[i]]));
    await deliverToEndpoints(ctx, await eventsOf(ctx, inputs), originOf);
  },
};

const eventsOf = (ctx: Ctx, inputs: Input[]): Promise<Event[]> =>
  eventsByIds(
    ctx,
    inputs.map(({ eventId }) => eventId),
  );

async function deliverToEndpoints(ctx: Ctx, events: Event[], originOf = new Map<string, Origin | undefined>()): Promise<void> {
  if (!(await hasFeature(ctx, 'webhooks'))) return; // as for paused webhooks; a replay brings them after an upgrade
  const matches = await matchingAll(ctx, events);
  await deliverAll(
    ctx,
    events.map((event, i) => ({
      event,
      to: (matches[i] ?? []).filter(({ v2Type }) => wants(v2Type, event)),
      origin: originOf.get(event.id),
    })),
  );
}
