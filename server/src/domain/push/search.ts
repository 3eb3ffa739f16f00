import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { subscriptionColumns } from './push.store.ts';
import type { PushSubscription } from './push.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`p.id`, type: 'id' },
    createdAt: { sql: sql`p.created_at`, type: 'time' },
    updatedAt: { sql: sql`p.updated_at`, type: 'time' },
    name: { sql: sql`p.name`, type: 'text', nullable: true },
  },
  searchIn: sql`p.name`,
  defaultSort: 'desc(createdAt)',
};

/** Searches the subscriptions of a user. */
export const searchSubscriptions = (ctx: Ctx, userId: string, request: SearchRequest): Promise<Found<PushSubscription>> => {
  const mine = sql`(select * from push_subscriptions where tenant_id = ${ctx.tenantId} and user_id = ${userId}) p`;
  return search<PushSubscription>(
    ctx,
    { from: mine, tenant: sql`p.tenant_id`, columns: subscriptionColumns, searchable },
    request,
  );
};
