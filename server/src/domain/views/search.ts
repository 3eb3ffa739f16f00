import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { View } from './view.ts';
import { viewColumns, visibleViews } from './views.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`v.id`, type: 'id' },
    createdAt: { sql: sql`v.created_at`, type: 'time' },
    updatedAt: { sql: sql`v.updated_at`, type: 'time' },
    name: { sql: sql`v.name`, type: 'text' },
    resource: { sql: sql`v.resource`, type: 'text' },
    sharedWith: { sql: sql`v.shared_with`, type: 'text' },
    teamId: { sql: sql`v.team_id`, type: 'id', nullable: true },
  },
  searchIn: sql`v.name`,
  defaultSort: 'asc(name)',
};

/** Searches the views that the user can see; without a user, all shared ones. */
export const searchViews = (ctx: Ctx, userId: string | null, request: SearchRequest): Promise<Found<View>> =>
  search<View>(ctx, { from: visibleViews(ctx, userId), tenant: sql`v.tenant_id`, columns: viewColumns, searchable }, request);
