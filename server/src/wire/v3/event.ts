import { z } from 'zod';
import { isoTime, time } from './shapes.ts';

/** An event in webhooks, the live feed and the event search. */
export const Event = z
  .strictObject({ id: z.uuid(), tenantId: z.uuid(), event: z.string(), createdAt: time, data: z.record(z.string(), z.unknown()) })
  .meta({ id: 'Event' });

type DomainEvent = { id: string; type: string; data: object; createdAt: Date };

export const toEvent = (tenantId: string, event: DomainEvent): z.infer<typeof Event> => ({
  id: event.id,
  tenantId,
  event: event.type,
  createdAt: isoTime(event.createdAt),
  data: event.data as Record<string, unknown>,
});

/** A live event as the feed sends it: it is not stored, so it has no id. */
export const toLiveEvent = (tenantId: string, event: { type: string; data: object; createdAt: string }) => ({
  id: null,
  tenantId,
  event: event.type,
  createdAt: event.createdAt,
  data: event.data,
});
