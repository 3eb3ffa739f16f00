import sql from 'sql-template-tag';
import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId, NIL_ID } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { enqueue, requeue } from '../../queue/enqueue.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction, row } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { type Event, eventsInRange, findEvent } from '../events/index.ts';
import { deliverTo, laneOf } from './deliver-to.ts';
import { resetDelivery } from './deliveries.store.ts';
import { subscribes } from './subscribes.ts';
import { findWebhook, getWebhook } from './webhooks.ts';

const DAY_MS = 86_400_000;
const LONGEST_REPLAY_DAYS = 14;
const REPLAY_PAGE = 200;

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed';
export type Delivery = {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  tries: number;
  nextTryAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};
export type DeliveryAttempt = {
  number: number;
  url: string;
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseBody: string | null;
};

export type DeliveryWithAttempts = Delivery & { attempts: DeliveryAttempt[] };

const columns = sql`id, webhook_id as "webhookId", event_id as "eventId", event_type as "eventType", status, tries,
  next_try_at as "nextTryAt", created_at as "createdAt", updated_at as "updatedAt"`;

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    eventId: { sql: sql`event_id`, type: 'id' },
    eventType: { sql: sql`event_type`, type: 'text' },
    status: { sql: sql`status`, type: 'text' },
    tries: { sql: sql`tries`, type: 'number' },
  },
  searchIn: sql`event_type`,
  defaultSort: 'desc(id)',
};

export async function searchDeliveries(ctx: Ctx, webhookId: string, request: SearchRequest): Promise<Found<Delivery>> {
  const { id } = await getWebhook(ctx, webhookId);
  const from = sql`(select * from deliveries where tenant_id = ${ctx.tenantId} and webhook_id = ${id}) as mine`;
  return search<Delivery>(ctx, { from, tenant: sql`tenant_id`, columns, searchable }, request);
}

/** One statement, so that the delivery and its attempts are of one moment. */
export async function getDelivery(ctx: Ctx, webhookId: string, id: string): Promise<DeliveryWithAttempts> {
  if (!isId(webhookId) || !isId(id)) throw new Failure('delivery_not_found');
  const statement = sql`select ${columns}, (select coalesce(json_agg(json_build_object('number', number, 'url', url,
        'startedAt', started_at, 'durationMs', duration_ms, 'statusCode', status_code, 'error', error, 'responseBody', response_body)
        order by a.id), '[]') from delivery_attempts a where a.tenant_id = ${ctx.tenantId} and a.delivery_id = d.id) as attempts
      from deliveries d where tenant_id = ${ctx.tenantId} and webhook_id = ${webhookId} and id = ${id}`;
  const delivery = found(await row<DeliveryWithAttempts>(ctx, statement), 'delivery_not_found');
  return { ...delivery, attempts: delivery.attempts.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) })) };
}

/** Sends it again now, with the whole schedule before it, under the same webhook-id. */
export const redeliver = (ctx: Ctx, webhookId: string, id: string): Promise<DeliveryWithAttempts> =>
  inTransaction(ctx, async (ctx) => {
    const delivery = await getDelivery(ctx, webhookId, id);
    const { isOrdered } = await getWebhook(ctx, webhookId);
    const event = found(await findEvent(ctx, delivery.eventId), 'delivery_not_found');
    const job = isOrdered ? jobs.deliverOrdered : jobs.deliverWebhook;
    const lane = laneOf({ webhookId: delivery.webhookId, isOrdered }, event);
    await resetDelivery(ctx, delivery.id);
    await requeue(ctx, job, delivery.id, { eventId: event.id, webhookId: delivery.webhookId }, lane);
    return getDelivery(ctx, webhookId, id);
  });

export type ReplayInput = { webhookId: string; from: string; until: string; afterId: string };
export type ReplayRange = { from: Date; until?: Date };

/** Puts a replay on the list: a durable job that walks the events page by page, not a loop in this process. */
export const replay = (ctx: Ctx, webhookId: string, range: ReplayRange): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const webhook = await getWebhook(ctx, webhookId);
    const until = range.until ?? ctx.clock.now();
    if (until <= range.from) throw invalidParam('until', 'invalid_date', 'until must be after from');
    if (until.getTime() - range.from.getTime() > LONGEST_REPLAY_DAYS * DAY_MS) {
      throw invalidParam('from', 'too_big', `At most ${LONGEST_REPLAY_DAYS} days can be replayed at once`);
    }
    const input = { webhookId: webhook.id, from: range.from.toISOString(), until: until.toISOString(), afterId: NIL_ID };
    await enqueue(ctx, jobs.replayWebhook, input, { lane: webhook.id });
  });

/** One page of a replay and the order for the next one, in one transaction: a crash neither skips nor doubles. */
export async function replayPage(
  ctx: Ctx,
  input: ReplayInput,
  wants: (v2Type: string | null, event: Event) => boolean,
): Promise<void> {
  const webhook = await findWebhook(ctx, input.webhookId);
  if (!webhook) return; // deleted after the replay was requested
  const page = await eventsInRange(ctx, input, REPLAY_PAGE);
  const theirs = page.filter((event) => subscribes(webhook.events, event) && wants(webhook.v2Type, event));
  for (const event of theirs) await deliverTo(ctx, event, [{ webhookId: webhook.id, isOrdered: webhook.isOrdered }]);
  const last = page.at(-1);
  if (last && page.length === REPLAY_PAGE)
    await enqueue(ctx, jobs.replayWebhook, { ...input, afterId: last.id }, { lane: webhook.id });
}

/** A made-up event for one endpoint only, so that its owner can see whether it listens. */
export const deliverEvent = async (ctx: Ctx, webhookId: string, eventId: string): Promise<string> => {
  const webhook = await getWebhook(ctx, webhookId);
  const event = found(await findEvent(ctx, eventId), 'delivery_not_found');
  const [id] = await deliverTo(ctx, event, [{ webhookId: webhook.id, isOrdered: false }]);
  return found(id, 'delivery_not_found');
};
