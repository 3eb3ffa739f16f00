import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { secretColumns } from './secrets.store.ts';
import type { Secret } from './secrets.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
  },
  searchIn: sql`name`,
  defaultSort: 'asc(name)',
};

export const searchSecrets = (ctx: Ctx, request: SearchRequest): Promise<Found<Secret>> =>
  search<Secret>(ctx, { from: sql`secrets`, tenant: sql`tenant_id`, columns: secretColumns, searchable }, request);
