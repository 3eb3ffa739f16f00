import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { snippetColumns } from './snippets.store.ts';
import type { Snippet } from './snippets.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`s.id`, type: 'id' },
    createdAt: { sql: sql`s.created_at`, type: 'time' },
    updatedAt: { sql: sql`s.updated_at`, type: 'time' },
    shortcut: { sql: sql`s.shortcut`, type: 'text' },
    teamId: { sql: sql`s.team_id`, type: 'id', nullable: true },
  },
  searchIn: sql`concat_ws(' ', s.shortcut, s.text)`,
  defaultSort: 'asc(shortcut)',
};

/** `search` looks in shortcuts and texts. */
export const searchSnippets = (ctx: Ctx, request: SearchRequest): Promise<Found<Snippet>> =>
  search<Snippet>(ctx, { from: sql`snippets s`, tenant: sql`s.tenant_id`, columns: snippetColumns, searchable }, request);
