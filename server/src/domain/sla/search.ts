import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { policyColumns } from './policies.store.ts';
import type { SlaPolicy } from './policies.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
    businessHoursId: { sql: sql`business_hours_id`, type: 'id', nullable: true },
  },
  searchIn: sql`name`,
  defaultSort: 'asc(createdAt)',
};

export const searchSlaPolicies = (ctx: Ctx, request: SearchRequest): Promise<Found<SlaPolicy>> =>
  search<SlaPolicy>(ctx, { from: sql`sla_policies`, tenant: sql`tenant_id`, columns: policyColumns, searchable }, request);
