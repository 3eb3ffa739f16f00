import sql from 'sql-template-tag';
import { eventTypesInV2 } from '../../registry/events.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { Route, Webhook, WebhookEvent, WebhookStatus } from './subscription.ts';

export const webhookColumns = sql`id, url, status, events, v2_type as "v2Type", is_ordered as "isOrdered",
  failing_since as "failingSince", disabled_reason as "disabledReason", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertWebhook(ctx: Ctx, webhook: Webhook, sealedSecret: Buffer): Promise<void> {
  const { id, url, status, events, v2Type, isOrdered, createdAt } = webhook;
  await rows(
    ctx,
    sql`insert into webhooks (tenant_id, id, url, status, events, v2_type, is_ordered, sealed_secret, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${url}, ${status}, ${JSON.stringify(events)}, ${v2Type}, ${isOrdered}, ${sealedSecret}, ${createdAt}, ${createdAt})`,
  );
}

export async function replaceRoutes(ctx: Ctx, webhookId: string, routes: Route[]): Promise<void> {
  await rows(ctx, sql`delete from webhook_routes where tenant_id = ${ctx.tenantId} and webhook_id = ${webhookId}`);
  await rows(
    ctx,
    sql`insert into webhook_routes (tenant_id, webhook_id, event_type, scope, channel_types)
        select ${ctx.tenantId}, ${webhookId}, r->>'eventType', r->>'scope',
          case when jsonb_typeof(r->'channelTypes') = 'array' then array(select jsonb_array_elements_text(r->'channelTypes')) end
        from jsonb_array_elements(${JSON.stringify(routes)}::jsonb) r`,
  );
}

export const selectWebhook = (ctx: Ctx, id: string) =>
  row<Webhook>(ctx, sql`select ${webhookColumns} from webhooks where tenant_id = ${ctx.tenantId} and id = ${id}`);

/** A v2 type consists of one or two event types and a few ids. The query skips longer subscriptions without reading them. */
const MOST_EVENTS_OF_V2 = 2;
const MOST_BYTES_OF_V2 = 1_000;
const typesInV2 = (['RECEIVED', 'STATUS'] as const).flatMap(eventTypesInV2);

export const selectV2Candidates = (ctx: Ctx) =>
  rows<Webhook>(
    ctx,
    sql`select ${webhookColumns} from webhooks
        where tenant_id = ${ctx.tenantId} and (v2_type is not null or jsonb_array_length(events) <= ${MOST_EVENTS_OF_V2}
          and events->0->>'type' = any(${typesInV2}::text[]) and pg_column_size(events) < ${MOST_BYTES_OF_V2})
        order by created_at, id`,
  );

/** `v2Type` is saved with `events`: the v2 type of the payload, or null for payloads of v3. */
export type WebhookChanges = {
  url?: string;
  status?: WebhookStatus;
  events?: WebhookEvent[];
  v2Type?: string | null;
  isOrdered?: boolean;
};

/** Updates a webhook. A status change clears its failures. */
export const updateWebhookRow = (ctx: Ctx, id: string, changes: WebhookChanges) =>
  row<Webhook>(
    ctx,
    sql`update webhooks set ${assignments(ctx, [
      [changes.url, sql`url = ${changes.url}`],
      [changes.events, sql`events = ${JSON.stringify(changes.events)}, v2_type = ${changes.v2Type ?? null}`],
      [changes.isOrdered, sql`is_ordered = ${changes.isOrdered}`],
      [changes.status, sql`status = ${changes.status}, failing_since = null, disabled_reason = null`],
    ])} where tenant_id = ${ctx.tenantId} and id = ${id} returning ${webhookColumns}`,
  );

export const rotateSecretRow = (ctx: Ctx, id: string, sealed: Buffer, previousUntil: Date) =>
  row<Webhook>(
    ctx,
    sql`update webhooks set sealed_previous_secret = sealed_secret, previous_secret_until = ${previousUntil},
          sealed_secret = ${sealed}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} returning ${webhookColumns}`,
  );

/** Disables a webhook. Returns undefined if it is already disabled. */
export const disableWebhookRow = (ctx: Ctx, id: string, reason: string) =>
  row<Webhook>(
    ctx,
    sql`update webhooks set status = 'disabled', disabled_reason = ${reason}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} and status <> 'disabled' returning ${webhookColumns}`,
  );

export type Match = { webhookId: string; isOrdered: boolean; v2Type: string | null };

/** Rows of earlier versions also have all channel ids in `channel_ids`. */
const matching = prepared(
  'match_webhooks',
  sql`select distinct w.id as "webhookId", w.is_ordered as "isOrdered", w.v2_type as "v2Type"
      from webhook_routes r join webhooks w on w.tenant_id = r.tenant_id and w.id = r.webhook_id
      where r.tenant_id = $1 and r.scope = any($2) and r.event_type in ($3, '*')
        and (r.channel_ids is null or $4 = any(r.channel_ids)) and (r.channel_types is null or $5 = any(r.channel_types))
        and w.status = 'active'`,
);

export const matchWebhooks = (ctx: Ctx, eventType: string, channel: { id: string; type: string } | null, scopes: string[]) =>
  rows<Match>(ctx, matching(ctx.tenantId, scopes, eventType, channel?.id ?? null, channel?.type ?? null));
