import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { teamColumns } from './teams.store.ts';
import type { Team } from './teams.ts';
import type { User } from './user.ts';
import { userColumns } from './users.store.ts';

const userFields: Searchable = {
  fields: {
    id: { sql: sql`u.id`, type: 'id' },
    createdAt: { sql: sql`u.created_at`, type: 'time' },
    updatedAt: { sql: sql`u.updated_at`, type: 'time' },
    name: { sql: sql`u.name`, type: 'text' },
    email: { sql: sql`u.email`, type: 'text' },
    role: { sql: sql`u.role`, type: 'text' },
    status: { sql: sql`u.status`, type: 'text' },
    visibility: { sql: sql`u.visibility`, type: 'text' },
    availability: { sql: sql`u.availability`, type: 'text' },
    maxOpenChats: { sql: sql`u.max_open_chats`, type: 'number', nullable: true },
  },
  searchIn: sql`concat_ws(' ', u.name, u.email)`,
  defaultSort: 'desc(createdAt)',
};

/** `search` looks in names and email addresses. */
export const searchUsers = (ctx: Ctx, request: SearchRequest): Promise<Found<User>> =>
  search<User>(ctx, { from: sql`users u`, tenant: sql`u.tenant_id`, columns: userColumns, searchable: userFields }, request);

const teamFields: Searchable = {
  fields: {
    id: { sql: sql`t.id`, type: 'id' },
    createdAt: { sql: sql`t.created_at`, type: 'time' },
    updatedAt: { sql: sql`t.updated_at`, type: 'time' },
    name: { sql: sql`t.name`, type: 'text' },
    assignment: { sql: sql`t.assignment`, type: 'text' },
  },
  searchIn: sql`t.name`,
  defaultSort: 'desc(createdAt)',
};

export const searchTeams = (ctx: Ctx, request: SearchRequest): Promise<Found<Team>> =>
  search<Team>(ctx, { from: sql`teams t`, tenant: sql`t.tenant_id`, columns: teamColumns, searchable: teamFields }, request);
