import sql from 'sql-template-tag';
import { enqueueMany, feedNotices } from '../queue/index.ts';
import { afterCommit, type Ctx, idFor, prepared, row } from '../storage/context.ts';
import type { EventData, EventType } from './events.ts';
import { jobs } from './jobs.ts';

export type EventChannel = { id: string; type: string };

/** What automations make something of: always, or only where one of the tenant's is active. */
const alwaysHeard: ReadonlySet<EventType> = new Set(['message.received', 'message.updated']);
const heardIfActive: ReadonlySet<EventType> = new Set([
  'chat.created',
  'chat.status_changed',
  'chat.assigned',
  'contact.updated',
]);

/**
 * Inserts the events and answers whether anyone of the tenant wants events in order, and whether anyone may want them at all:
 * where there is no webhook and nothing listens, a million events need no million jobs that find that out.
 */
const insertEvents = prepared(
  'insert_events',
  sql`with kept as (
        insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at, depth, chain_id, run_id)
        select $1, e.id, $2, $3, $4, e.data, $5, $8, $9, $10 from unnest($6::uuid[], $7::jsonb[]) as e(id, data))
      select exists (select 1 from webhooks w where w.tenant_id = $1 and w.is_ordered and w.status <> 'disabled') as "inOrder",
        exists (select 1 from webhooks w where w.tenant_id = $1 and w.status <> 'disabled') as "hasWebhooks",
        exists (select 1 from automation_triggers t where t.tenant_id = $1) as "hasAutomations"`,
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
  const [id = ''] = await publishMany(ctx, type, channel, [data]);
  return id;
}

/** The same for many events of one kind, in one statement each for the events and their work. */
export async function publishMany<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  many: EventData<T>[],
): Promise<string[]> {
  if (many.length === 0) return [];
  const { ids, inOrder, hasWebhooks, hasAutomations } = await insert(ctx, type, channel, many);
  if (!hasWebhooks && !alwaysHeard.has(type) && !(hasAutomations && heardIfActive.has(type))) return ids;
  const work = ids.map((eventId, i) => ({
    input: { eventId },
    concurrencyKey: inOrder ? chatOf({ type, data: many[i] as object }) : undefined,
  }));
  const ordered = work.filter(({ concurrencyKey }) => concurrencyKey !== undefined);
  const loose = work.filter(({ concurrencyKey }) => concurrencyKey === undefined);
  await enqueueMany(ctx, jobs.fanOutOrdered, ordered as { input: { eventId: string }; concurrencyKey: string }[]);
  await enqueueMany(
    ctx,
    jobs.fanOutEvent,
    loose.map(({ input }) => ({ input, concurrencyKey: 'events' })),
  );
  return ids;
}

/** Keeps an event and shows it on the live feed, and tells no subscriber. */
export async function append<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  data: EventData<T>,
): Promise<string> {
  const { ids } = await insert(ctx, type, channel, [data]);
  return ids[0] as string;
}

/** The chat an event belongs to, if it does: within it order can be kept. */
export function chatOf(event: { type: string; data: object }): string | undefined {
  const { chat, id } = event.data as { chat?: { id: string }; id?: string };
  return chat?.id ?? (event.type.startsWith('chat.') ? id : undefined);
}

type Listeners = { inOrder: boolean; hasWebhooks: boolean; hasAutomations: boolean };

async function insert(
  ctx: Ctx,
  type: EventType,
  channel: EventChannel | null,
  many: object[],
): Promise<{ ids: string[] } & Listeners> {
  const ids = many.map(() => idFor(ctx));
  const texts = many.map((data) => JSON.stringify(data));
  const { depth = 0, chainId = null, runId = null } = ctx.cause ?? {};
  const values = [ctx.tenantId, type, channel?.id ?? null, channel?.type ?? null, ctx.clock.now(), ids, texts];
  const inserted = await row<Listeners>(ctx, insertEvents(...values, depth, chainId, runId));
  afterCommit(ctx, () => ctx.tell(feedNotices(ctx.tenantId, ids)));
  return { ids, ...(inserted ?? { inOrder: false, hasWebhooks: true, hasAutomations: true }) };
}
