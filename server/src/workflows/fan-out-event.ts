import { hearEvent } from '../domain/automations/index.ts';
import { type Event, findEvent } from '../domain/events/index.ts';
import { deliverTo, matching } from '../domain/webhooks/index.ts';
import type { Handler } from '../engine/worker.ts';
import type { Ctx } from '../storage/context.ts';
import { wants } from './render.ts';

type Listener = (ctx: Ctx, event: Event) => Promise<void>;

const webhooks: Listener = async (ctx, event) => {
  const matches = await matching(ctx, event);
  await deliverTo(
    ctx,
    event,
    matches.filter(({ v2Type }) => wants(v2Type, event)),
  );
};

/** Everyone who hears of an event. The live feed hears it from the process that published it. */
const listeners: Listener[] = [webhooks, hearEvent];

/** An event that retention has taken meanwhile is nobody's news any more. */
export const fanOutEvent: Handler<{ eventId: string }> = async (ctx, { eventId }) => {
  const event = await findEvent(ctx, eventId);
  if (event) for (const listener of listeners) await listener(ctx, event);
};
