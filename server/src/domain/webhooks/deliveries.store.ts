import sql from 'sql-template-tag';
import type { Origin } from '../../platform/tracing.ts';
import { completeSql, type Freed, freedSql, type JobRef, joinCurrentJob } from '../../queue/index.ts';
import { type Ctx, idFor, prepared, row, rows } from '../../storage/context.ts';
import type { Event } from '../events/index.ts';
import type { DeliveryWithAttempts, LastAttempt } from './deliveries.ts';
import type { WebhookStatus } from './subscription.ts';

/** A delivery with its current event and endpoint. */
export type Pending = {
  id: string;
  job: string;
  origin: Origin | null;
  attempt: number;
  tries: number;
  webhookId: string;
  url: string | null;
  webhookStatus: WebhookStatus | null;
  v2Type: string | null;
  sealedSecret: Buffer;
  sealedPreviousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  failingSince: Date | null;
  event: Event | null;
};

const eventJson = sql`case when e.id is not null then json_build_object('id', e.id, 'type', e.type, 'channelId', e.channel_id,
  'channelType', e.channel_type, 'data', e.data, 'createdAt', e.created_at) end`;

/** Reads each row by its key, independent of the statistics of the planner. */
const pending = prepared(
  'pending_deliveries',
  sql`select j.id, j.attempt, j.name as job, j.origin, d.tries, d.webhook_id as "webhookId", w.url, w.status as "webhookStatus", w.v2_type as "v2Type",
        w.sealed_secret as "sealedSecret", w.sealed_previous_secret as "sealedPreviousSecret",
        w.previous_secret_until as "previousSecretUntil", w.failing_since as "failingSince", ${eventJson} as event
      from unnest($2::uuid[], $3::int[]) as wanted(id, attempt)
      ${joinCurrentJob('wanted')}
      cross join lateral (select tries, webhook_id, event_id from deliveries where tenant_id = $1 and id = wanted.id offset 0) d
      left join lateral (select * from events where tenant_id = $1 and id = d.event_id offset 0) e on true
      left join lateral (select * from webhooks where tenant_id = $1 and id = d.webhook_id offset 0) w on true`,
);

/** Returns the deliveries whose jobs still have this attempt number. */
export async function selectPending(ctx: Ctx, refs: JobRef[]): Promise<Pending[]> {
  const found = await rows<Pending>(
    ctx,
    pending(
      ctx.tenantId,
      refs.map((ref) => ref.id),
      refs.map((ref) => ref.attempt),
    ),
  );
  for (const { event } of found) if (event) event.createdAt = new Date(event.createdAt);
  return found;
}

/** The result of an attempt, or the decision not to make one. */
export type Recorded = {
  id: string;
  attempt: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** The time of the next attempt; null after the last one. */
  dueAt: Date | null;
  /** Null if nothing was sent because the endpoint is paused or the breaker is open. */
  sent: {
    url: string;
    startedAt: Date;
    durationMs: number;
    statusCode: number | null;
    error: string | null;
    responseBody: string | null;
  } | null;
};

const recording = prepared(
  'record_deliveries',
  sql`with done as (
        select * from unnest($2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::uuid[], $7::text[], $8::timestamptz[], $9::int[], $10::int[], $11::text[], $12::text[])
          as d(id, attempt, status, due_at, attempt_id, url, started_at, duration_ms, status_code, error, response_body)),
      ${completeSql},
      updated as (
        update deliveries d set status = done.status, next_try_at = done.due_at, updated_at = $13,
          tries = d.tries + case when done.started_at is null then 0 else 1 end
        from done join ours on ours.id = done.id and ours.attempt = done.attempt where d.tenant_id = $1 and d.id = done.id
        returning d.id, d.tries, done.attempt),
      attempts as (
        insert into delivery_attempts (tenant_id, id, delivery_id, number, url, started_at, duration_ms, status_code, error, response_body)
        select $1, done.attempt_id, done.id, updated.tries, done.url, done.started_at, done.duration_ms, done.status_code, done.error, done.response_body
        from done join updated on updated.id = done.id and updated.attempt = done.attempt where done.started_at is not null)
      ${freedSql}`,
);

/**
 * Records attempts under the fence: what another worker has recorded meanwhile is left alone. One statement for the job,
 * the delivery and the attempt. Returns how many jobs of each concurrency key are over or wait for a retry.
 */
export const recordAttempts = (ctx: Ctx, done: Recorded[]): Promise<Freed[]> =>
  rows<Freed>(
    ctx,
    recording(
      ctx.tenantId,
      done.map((one) => one.id),
      done.map((one) => one.attempt),
      done.map((one) => one.status),
      done.map((one) => one.dueAt),
      done.map(() => idFor(ctx)),
      done.map((one) => one.sent?.url ?? null),
      done.map((one) => one.sent?.startedAt ?? null),
      done.map((one) => (one.sent ? Math.round(one.sent.durationMs) : null)),
      done.map((one) => one.sent?.statusCode ?? null),
      done.map((one) => one.sent?.error ?? null),
      done.map((one) => one.sent?.responseBody ?? null),
      ctx.clock.now(),
    ),
  );

/** Saves since when an endpoint fails, and clears it after a success. Writes only changes. */
export async function saveHealth(ctx: Ctx, answered: string[], failing: string[]): Promise<void> {
  if (answered.length > 0) {
    await rows(
      ctx,
      sql`update webhooks set failing_since = null where tenant_id = ${ctx.tenantId} and id = any(${answered}::uuid[]) and failing_since is not null`,
    );
  }
  if (failing.length > 0) {
    await rows(
      ctx,
      sql`update webhooks set failing_since = ${ctx.clock.now()}
          where tenant_id = ${ctx.tenantId} and id = any(${failing}::uuid[]) and failing_since is null`,
    );
  }
}

const inserting = prepared(
  'insert_deliveries',
  sql`insert into deliveries (tenant_id, id, webhook_id, event_id, event_type, status, next_try_at, created_at, updated_at)
      select $1, d.id, d.webhook_id, d.event_id, d.event_type, 'pending', $6, $6, $6
      from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as d(id, webhook_id, event_id, event_type)`,
);

type NewDelivery = { id: string; webhookId: string; event: Pick<Event, 'id' | 'type'> };

export async function insertDeliveries(ctx: Ctx, deliveries: NewDelivery[]): Promise<void> {
  await rows(
    ctx,
    inserting(
      ctx.tenantId,
      deliveries.map((one) => one.id),
      deliveries.map((one) => one.webhookId),
      deliveries.map((one) => one.event.id),
      deliveries.map((one) => one.event.type),
      ctx.clock.now(),
    ),
  );
}

export const resetDelivery = (ctx: Ctx, id: string) =>
  rows(
    ctx,
    sql`update deliveries set status = 'pending', tries = 0, next_try_at = ${ctx.clock.now()}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

export const deliveryColumns = sql`id, webhook_id as "webhookId", event_id as "eventId", event_type as "eventType", status, tries,
  next_try_at as "nextTryAt", created_at as "createdAt", updated_at as "updatedAt"`;

/** Returns a delivery with its attempts. One statement, so that both are of one moment. */
export async function selectDelivery(ctx: Ctx, webhookId: string, id: string): Promise<DeliveryWithAttempts | undefined> {
  const statement = sql`select ${deliveryColumns}, (select coalesce(json_agg(json_build_object('number', number, 'url', url,
        'startedAt', started_at, 'durationMs', duration_ms, 'statusCode', status_code, 'error', error, 'responseBody', response_body)
        order by a.id), '[]') from delivery_attempts a where a.tenant_id = ${ctx.tenantId} and a.delivery_id = d.id) as attempts
      from deliveries d where tenant_id = ${ctx.tenantId} and webhook_id = ${webhookId} and id = ${id}`;
  const delivery = await row<DeliveryWithAttempts>(ctx, statement);
  if (!delivery) return undefined;
  const attempts = delivery.attempts.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) }));
  return { ...delivery, attempts, lastAttempt: lastOf(attempts) };
}

function lastOf(attempts: DeliveryWithAttempts['attempts']): LastAttempt | null {
  const last = attempts.at(-1);
  if (!last) return null;
  const { startedAt, durationMs, statusCode, error } = last;
  return { startedAt, durationMs, statusCode, error };
}
