import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Notification } from './notifications.ts';

export const notificationColumns = sql`n.id, n.user_id as "userId", n.type, n.chat_id as "chatId", n.note_id as "noteId",
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as actor,
  n.read_at as "readAt", n.created_at as "createdAt"`;

export const notificationSource = (notifications: Sql): Sql => sql`${notifications} n
  left join users a on a.tenant_id = n.tenant_id and a.id = n.actor_id`;

export type NotificationRow = {
  id: string;
  userId: string;
  type: string;
  chatId: string;
  noteId: string | null;
  actorId: string | null;
};

/** Inserts notifications. An actor who was deleted in the meantime becomes null. The time is that of their events. */
export const insertNotifications = (ctx: Ctx, made: NotificationRow[], createdAt: Date) =>
  rows(
    ctx,
    sql`insert into notifications (tenant_id, id, user_id, type, chat_id, note_id, actor_id, created_at)
        select ${ctx.tenantId}, m.id, m.user_id, m.type, m.chat_id, m.note_id,
          (select u.id from users u where u.tenant_id = ${ctx.tenantId} and u.id = m.actor_id), ${createdAt}
        from unnest(${made.map((one) => one.id)}::uuid[], ${made.map((one) => one.userId)}::uuid[], ${made.map((one) => one.type)}::text[],
          ${made.map((one) => one.chatId)}::uuid[], ${made.map((one) => one.noteId)}::uuid[], ${made.map((one) => one.actorId)}::uuid[])
          as m(id, user_id, type, chat_id, note_id, actor_id)`,
  );

/** Deletes the notifications of these users that are too old, and all but the newest `most` of each. */
export const trimNotifications = (ctx: Ctx, userIds: string[], { before, most }: { before: Date; most: number }) =>
  rows(
    ctx,
    sql`delete from notifications n using unnest(${userIds}::uuid[]) as w(user_id)
        where n.tenant_id = ${ctx.tenantId} and n.user_id = w.user_id and (n.created_at < ${before} or n.id <= (
          select o.id from notifications o where o.tenant_id = ${ctx.tenantId} and o.user_id = w.user_id
          order by o.id desc offset ${most} limit 1))`,
  );

export const selectNotification = (ctx: Ctx, id: string) =>
  row<Notification>(
    ctx,
    sql`select ${notificationColumns} from ${notificationSource(sql`notifications`)} where n.tenant_id = ${ctx.tenantId} and n.id = ${id}`,
  );

/** Marks unread notifications of a user as read: those with these ids, or all for null. Returns how many. */
export const markReadRows = async (ctx: Ctx, userId: string, ids: string[] | null): Promise<number> => {
  const marked = await rows(
    ctx,
    sql`update notifications set read_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and user_id = ${userId} and read_at is null
          and (${ids}::uuid[] is null or id = any(${ids}::uuid[])) returning id`,
  );
  return marked.length;
};

export const countUnreadRows = async (ctx: Ctx, userId: string, since: Date): Promise<number> => {
  const statement = sql`select count(*)::int as unread from notifications
    where tenant_id = ${ctx.tenantId} and user_id = ${userId} and read_at is null and created_at >= ${since}`;
  return (await row<{ unread: number }>(ctx, statement))?.unread ?? 0;
};
