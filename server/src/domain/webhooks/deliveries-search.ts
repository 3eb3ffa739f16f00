import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { deliveryColumns } from './deliveries.store.ts';
import type { Delivery } from './deliveries.ts';
import { getWebhook } from './webhooks.ts';

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

/** Reads the latest attempt of the rows of the page only: the index of attempts begins with their delivery. */
const lastAttempt = sql`(select json_build_object('startedAt', a.started_at, 'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error)
  from delivery_attempts a where a.tenant_id = mine.tenant_id and a.delivery_id = mine.id order by a.id desc limit 1) as "lastAttempt"`;

export async function searchDeliveries(ctx: Ctx, webhookId: string, request: SearchRequest): Promise<Found<Delivery>> {
  const { id } = await getWebhook(ctx, webhookId);
  const from = sql`(select * from deliveries where tenant_id = ${ctx.tenantId} and webhook_id = ${id}) as mine`;
  const columns = sql`${deliveryColumns}, ${lastAttempt}`;
  const found = await search<Delivery>(ctx, { from, tenant: sql`tenant_id`, columns, searchable }, request);
  return { ...found, items: found.items.map(withTime) };
}

/** JSON has times as text. */
function withTime(delivery: Delivery): Delivery {
  const last = delivery.lastAttempt;
  return { ...delivery, lastAttempt: last && { ...last, startedAt: new Date(last.startedAt) } };
}
