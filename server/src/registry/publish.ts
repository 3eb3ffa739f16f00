import sql from 'sql-template-tag';
import { enqueueMany, feedNotices } from '../queue/index.ts';
import { afterCommit, type Ctx, idFor, prepared, row } from '../storage/context.ts';
import type { AnyEventDefinition } from './event-definition.ts';
import { orderingKeyOf } from './event-fields.ts';
import { type EventData, type EventType, events } from './events.ts';
import { jobs } from './jobs.ts';

export type EventChannel = { id: string; type: string };

/**
 * Inserts the events. Returns whether the tenant has an ordered webhook, any webhook and any active automation: events without
 * a subscriber get no fan-out job.
 */
const insertEvents = prepared(
  'insert_events',
  sql`with saved as (
        insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at, depth, chain_id, run_id)
        select $1, e.id, $2, $3, $4, e.data, $5, $8, $9, $10 from unnest($6::uuid[], $7::jsonb[]) as e(id, data))
      select exists (select 1 from webhooks w where w.tenant_id = $1 and w.is_ordered and w.status <> 'disabled') as "inOrder",
        exists (select 1 from webhooks w where w.tenant_id = $1 and w.status <> 'disabled') as "hasWebhooks",
        exists (select 1 from automation_triggers t where t.tenant_id = $1) as "hasAutomations"`,
);

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

/** Publishes many events of one type, with one statement for the events and one for their fan-out jobs. */
export async function publishMany<T extends EventType>(
  ctx: Ctx,
  type: T,
  channel: EventChannel | null,
  many: EventData<T>[],
): Promise<string[]> {
  if (many.length === 0) return [];
  const { ids, inOrder, ...subscribers } = await insert(ctx, type, channel, many);
  if (!hasSubscribers(type, subscribers)) return ids;
  const work = ids.map((eventId, i) => ({
    input: { eventId },
    concurrencyKey: inOrder ? orderingKeyOf({ type, data: many[i] as object }) : undefined,
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

type Subscribers = { hasWebhooks: boolean; hasAutomations: boolean };

/** A feed event has no subscribers. A signal can have one without an active automation: a run that has not ended. */
function hasSubscribers(type: EventType, { hasWebhooks, hasAutomations }: Subscribers): boolean {
  const { delivery, signals, triggers }: AnyEventDefinition = events[type];
  if (delivery === 'feed') return false;
  return hasWebhooks || !isEmpty(signals) || (hasAutomations && !isEmpty(triggers));
}

const isEmpty = (record: object = {}): boolean => Object.keys(record).length === 0;

async function insert(
  ctx: Ctx,
  type: EventType,
  channel: EventChannel | null,
  many: object[],
): Promise<{ ids: string[]; inOrder: boolean } & Subscribers> {
  const ids = many.map(() => idFor(ctx));
  const texts = many.map((data) => JSON.stringify(data));
  const { depth = 0, chainId = null, runId = null } = ctx.cause ?? {};
  const values = [ctx.tenantId, type, channel?.id ?? null, channel?.type ?? null, ctx.clock.now(), ids, texts];
  const inserted = await row<{ inOrder: boolean } & Subscribers>(ctx, insertEvents(...values, depth, chainId, runId));
  afterCommit(ctx, () => ctx.tell(feedNotices(ctx.tenantId, ids)));
  return { ids, ...(inserted ?? { inOrder: false, hasWebhooks: true, hasAutomations: true }) };
}
