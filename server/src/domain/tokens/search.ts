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
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

/** Searches tokens that are not revoked, including expired ones. Secrets are not stored. */
export const searchTokens = (ctx: Ctx, request: SearchRequest): Promise<Found<AccessToken>> =>
  search<AccessToken>(
    ctx,
    {
      from: sql`(select * from access_tokens where revoked_at is null) as live`,
      tenant: sql`tenant_id`,
      columns: sql`id, name, subject, scopes, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt"`,
      searchable,
    },
    request,
  );
