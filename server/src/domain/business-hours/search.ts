import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { businessHoursColumns } from './business-hours.store.ts';
import type { BusinessHours } from './business-hours.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
    timeZone: { sql: sql`time_zone`, type: 'text' },
  },
  searchIn: sql`name`,
  defaultSort: 'asc(name)',
};

export const searchBusinessHours = (ctx: Ctx, request: SearchRequest): Promise<Found<BusinessHours>> =>
  search<BusinessHours>(
    ctx,
    { from: sql`business_hours`, tenant: sql`tenant_id`, columns: businessHoursColumns, searchable },
    request,
  );
