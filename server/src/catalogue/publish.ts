import sql from 'sql-template-tag';
import { enqueue } from '../engine/enqueue.ts';
import { afterCommit, type Ctx, idFor, prepared, rows } from '../storage/context.ts';
import type { EventData, EventType } from './events.ts';
import { jobs } from './jobs.ts';

export type EventChannel = { id: string; type: string };

const insertEvent = prepared(
  'insert_event',
  sql`insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
);

/**
 * Says that something happened, in the transaction that made it happen: the event, and the work of telling those who
 * want to know, are there when the change is, and never without it.
 */
export async function publish<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  data: EventData<T>,
): Promise<string> {
  const id = await append(ctx, type, channel, data);
  await enqueue(ctx, jobs.fanOutEvent, { eventId: id }, { lane: 'events' });
  return id;
}

/** Keeps an event and shows it on the live feed, and tells no subscriber. */
export async function append<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  data: EventData<T>,
): Promise<string> {
  const id = idFor(ctx);
  await rows(ctx, insertEvent(ctx.tenantId, id, type, channel?.id ?? null, channel?.type ?? null, data, ctx.clock.now()));
  afterCommit(ctx, () => ctx.tell([{ subject: 'feed', payload: `${ctx.tenantId} ${id}` }]));
  return id;
}
