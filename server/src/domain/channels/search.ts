import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { channelColumns } from './channels.store.ts';
import type { Channel } from './channels.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
    type: { sql: sql`type`, type: 'text' },
    status: { sql: sql`status`, type: 'text' },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

export const searchChannels = (ctx: Ctx, request: SearchRequest): Promise<Found<Channel>> =>
  search<Channel>(ctx, { from: sql`channels`, tenant: sql`tenant_id`, columns: channelColumns, searchable }, request);
