import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { AccessToken } from './tokens.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    expiresAt: { sql: sql`expires_at`, type: 'time', nullable: true },
    name: { sql: sql`name`, type: 'text' },
    userId: { sql: sql`user_id`, type: 'id', nullable: true },
    lastUsedAt: { sql: sql`last_used_at`, type: 'time', nullable: true },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

/** Searches tokens that are not revoked, including expired ones. Secrets are not stored. */
export const searchTokens = (ctx: Ctx, request: SearchRequest): Promise<Found<AccessToken>> =>
  search<AccessToken>(
    ctx,
    {
      from: sql`(select a.*, u.last_used_at from access_tokens a
        left join access_token_use u on u.tenant_id = a.tenant_id and u.token_id = a.id where a.revoked_at is null) as live`,
      tenant: sql`tenant_id`,
      columns: sql`id, name, subject, scopes, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt",
        last_used_at as "lastUsedAt"`,
      searchable,
    },
    request,
  );
