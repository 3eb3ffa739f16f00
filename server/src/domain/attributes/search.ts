import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { attributeColumns } from './attributes.store.ts';
import type { Attribute } from './attributes.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
    externalId: { sql: sql`external_id`, type: 'text' },
    type: { sql: sql`type`, type: 'text' },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

export const searchAttributes = (ctx: Ctx, request: SearchRequest): Promise<Found<Attribute>> =>
  search<Attribute>(ctx, { from: sql`attributes`, tenant: sql`tenant_id`, columns: attributeColumns, searchable }, request);
