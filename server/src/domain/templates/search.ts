import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Template } from './template.ts';
import { templateColumns, templateSource } from './templates.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`t.id`, type: 'id' },
    createdAt: { sql: sql`t.created_at`, type: 'time' },
    updatedAt: { sql: sql`t.updated_at`, type: 'time' },
    channelId: { sql: sql`t.channel_id`, type: 'id' },
    name: { sql: sql`t.name`, type: 'text' },
    language: { sql: sql`t.language`, type: 'text' },
    category: { sql: sql`t.category`, type: 'text' },
    format: { sql: sql`t.format`, type: 'text' },
    status: { sql: sql`t.status`, type: 'text' },
  },
  searchIn: sql`t.name`,
  defaultSort: 'desc(createdAt)',
};

export const searchTemplates = (ctx: Ctx, request: SearchRequest): Promise<Found<Template>> =>
  search<Template>(ctx, { from: templateSource, tenant: sql`t.tenant_id`, columns: templateColumns, searchable }, request);
