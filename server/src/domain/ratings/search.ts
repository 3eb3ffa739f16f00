import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { ratingColumns, ratingSource } from './ratings.store.ts';
import type { Rating } from './ratings.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`r.id`, type: 'id' },
    createdAt: { sql: sql`r.created_at`, type: 'time' },
    rating: { sql: sql`r.score`, type: 'number' },
    chatId: { sql: sql`r.chat_id`, type: 'id' },
    contactId: { sql: sql`c.contact_id`, type: 'id' },
    channelId: { sql: sql`c.channel_id`, type: 'id' },
    userId: { sql: sql`r.user_id`, type: 'id', nullable: true },
    teamId: { sql: sql`r.team_id`, type: 'id', nullable: true },
  },
  searchIn: sql`(case when c.is_sensitive then '' else coalesce(r.comment, '') end)`,
  defaultSort: 'desc(createdAt)',
};

/** `search` looks in comments. Lists hide the comments of sensitive chats. */
export async function searchRatings(ctx: Ctx, request: SearchRequest): Promise<Found<Rating>> {
  const source = { from: ratingSource, tenant: sql`r.tenant_id`, columns: ratingColumns, searchable };
  const found = await search<Rating>(ctx, source, request);
  return { ...found, items: found.items.map((one) => (one.isSensitive ? { ...one, comment: null } : one)) };
}
