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

export async function searchDeliveries(ctx: Ctx, webhookId: string, request: SearchRequest): Promise<Found<Delivery>> {
  const { id } = await getWebhook(ctx, webhookId);
  const from = sql`(select * from deliveries where tenant_id = ${ctx.tenantId} and webhook_id = ${id}) as mine`;
  return search<Delivery>(ctx, { from, tenant: sql`tenant_id`, columns: deliveryColumns, searchable }, request);
}
