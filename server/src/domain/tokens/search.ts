import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Scope } from './scopes.ts';
import type { AccessToken } from './tokens.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    expiresAt: { sql: sql`expires_at`, type: 'time', nullable: true },
    name: { sql: sql`name`, type: 'text' },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

type Row = { id: string; name: string; subject: string; scopes: Scope[]; createdAt: Date; expiresAt: Date | null };

/** The tokens that still work, or would if they had not expired; never their secrets, which we do not have. */
export const searchTokens = (ctx: Ctx, request: SearchRequest): Promise<Found<AccessToken>> =>
  search<Row>(
    ctx,
    {
      from: sql`(select * from access_tokens where revoked_at is null) as live`,
      tenant: sql`tenant_id`,
      columns: sql`id, name, subject, scopes, created_at as "createdAt", expires_at as "expiresAt"`,
      searchable,
    },
    request,
  );
