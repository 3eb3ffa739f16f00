import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { type Event, eventColumns } from './events.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    event: { sql: sql`type`, type: 'text' },
    channelId: { sql: sql`channel_id`, type: 'id', nullable: true },
  },
  searchIn: sql`type`,
  defaultSort: 'desc(id)',
};

export const searchEvents = (ctx: Ctx, request: SearchRequest): Promise<Found<Event>> =>
  search<Event>(ctx, { from: sql`events`, tenant: sql`tenant_id`, columns: eventColumns, searchable }, request);
