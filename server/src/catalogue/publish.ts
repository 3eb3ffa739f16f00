import sql from 'sql-template-tag';
import { enqueue } from '../engine/enqueue.ts';
import { afterCommit, type Ctx, idFor, prepared, row } from '../storage/context.ts';
import type { EventData, EventType } from './events.ts';
import { jobs } from './jobs.ts';

export type EventChannel = { id: string; type: string };

/** Inserts the event and answers whether anyone of the tenant wants events in order. */
const insertEvent = prepared(
  'insert_event',
  sql`insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at) values ($1, $2, $3, $4, $5, $6, $7)
      returning exists (select 1 from webhooks w where w.tenant_id = $1 and w.is_ordered and w.status <> 'disabled') as "inOrder"`,
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
  const { id, inOrder } = await insert(ctx, type, channel, data);
  const chat = inOrder ? chatOf({ type, data }) : undefined;
  if (chat) await enqueue(ctx, jobs.fanOutOrdered, { eventId: id }, { lane: chat });
  else await enqueue(ctx, jobs.fanOutEvent, { eventId: id }, { lane: 'events' });
  return id;
}

/** Keeps an event and shows it on the live feed, and tells no subscriber. */
export async function append<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  data: EventData<T>,
): Promise<string> {
  return (await insert(ctx, type, channel, data)).id;
}

/** The chat an event belongs to, if it does: within it order can be kept. */
export function chatOf(event: { type: string; data: object }): string | undefined {
  const { chat, id } = event.data as { chat?: { id: string }; id?: string };
  return chat?.id ?? (event.type.startsWith('chat.') ? id : undefined);
}

async function insert(
  ctx: Ctx,
  type: EventType,
  channel: EventChannel | null,
  data: object,
): Promise<{ id: string; inOrder: boolean }> {
  const id = idFor(ctx);
  const values = [ctx.tenantId, id, type, channel?.id ?? null, channel?.type ?? null, data, ctx.clock.now()];
  const inserted = await row<{ inOrder: boolean }>(ctx, insertEvent(...values));
  afterCommit(ctx, () => ctx.tell([{ subject: 'feed', payload: `${ctx.tenantId} ${id}` }]));
  return { id, inOrder: inserted?.inOrder ?? false };
}
