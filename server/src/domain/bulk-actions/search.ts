import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { BulkAction } from './bulk-action.ts';
import { type BulkRow, bulkColumns, reviveBulk } from './bulk-actions.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    action: { sql: sql`action`, type: 'text' },
    status: { sql: sql`status`, type: 'text' },
    userId: { sql: sql`user_id`, type: 'id', nullable: true },
  },
  searchIn: sql`concat_ws(' ', action, query, search)`,
  defaultSort: 'desc(id)',
};

export async function searchBulkActions(ctx: Ctx, request: SearchRequest): Promise<Found<BulkAction>> {
  const found = await search<BulkRow>(
    ctx,
    { from: sql`bulk_actions`, tenant: sql`tenant_id`, columns: bulkColumns, searchable },
    request,
  );
  return { ...found, items: found.items.map(reviveBulk) };
}
