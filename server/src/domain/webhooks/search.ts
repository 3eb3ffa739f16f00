import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Webhook } from './subscription.ts';
import { webhookColumns } from './webhooks.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    url: { sql: sql`url`, type: 'text' },
    status: { sql: sql`status`, type: 'text' },
  },
  searchIn: sql`url`,
  defaultSort: 'desc(createdAt)',
};

export const searchWebhooks = (ctx: Ctx, request: SearchRequest): Promise<Found<Webhook>> =>
  search<Webhook>(ctx, { from: sql`webhooks`, tenant: sql`tenant_id`, columns: webhookColumns, searchable }, request);
