import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { notificationColumns, notificationSource } from './notifications.store.ts';
import { keptSince, type Notification } from './notifications.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`n.id`, type: 'id' },
    createdAt: { sql: sql`n.created_at`, type: 'time' },
    readAt: { sql: sql`n.read_at`, type: 'time', nullable: true },
    type: { sql: sql`n.type`, type: 'text' },
    chatId: { sql: sql`n.chat_id`, type: 'id' },
    noteId: { sql: sql`n.note_id`, type: 'id', nullable: true },
  },
  searchIn: sql`a.name`,
  defaultSort: 'desc(id)',
};

/** Searches the notifications of a user. `search` looks in the name of who caused them. */
export const searchNotifications = (ctx: Ctx, userId: string, request: SearchRequest): Promise<Found<Notification>> => {
  const mine = sql`(select * from notifications
    where tenant_id = ${ctx.tenantId} and user_id = ${userId} and created_at >= ${keptSince(ctx.clock.now())})`;
  return search<Notification>(
    ctx,
    { from: notificationSource(mine), tenant: sql`n.tenant_id`, columns: notificationColumns, searchable },
    request,
  );
};
