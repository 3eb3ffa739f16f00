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

/** The most frequent events, which a timeline leaves out. Constants, as in the partial index events_of_contact: so it can be used. */
const notInTimeline = sql`type not in ('message.received', 'message.sent', 'message.updated', 'message.created', 'chat.updated')`;

/** Searches what happened with a contact, except messages. `contactIds` has the ids that were merged into it, too. */
export const searchTimeline = (ctx: Ctx, contactIds: string[], request: SearchRequest): Promise<Found<Event>> => {
  const from = sql`(select * from events where tenant_id = ${ctx.tenantId} and contact_id = any(${contactIds}::uuid[])
    and ${notInTimeline}) as about`;
  return search<Event>(ctx, { from, tenant: sql`tenant_id`, columns: eventColumns, searchable }, request);
};
