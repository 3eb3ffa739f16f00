import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { labelColumns } from './labels.store.ts';
import type { Label } from './labels.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
    color: { sql: sql`color`, type: 'text' },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

export const searchLabels = (ctx: Ctx, request: SearchRequest): Promise<Found<Label>> =>
  search<Label>(ctx, { from: sql`labels`, tenant: sql`tenant_id`, columns: labelColumns, searchable }, request);
