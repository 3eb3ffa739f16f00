import { countUnread, markNotificationsRead, searchNotifications } from '../../domain/notifications/index.ts';
import { MarkedRead, Notification, NotificationsRead, toNotification, UnreadCount } from '../../wire/v3/notification.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { route, userOf } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Notifications';
const fails = ['user_required'] as const;

export const notifications = [
  route({
    method: 'POST',
    path: '/notifications/search',
    operationId: 'searchNotifications',
    fails,
    summary: 'Search your notifications, newest first; isNull(readAt) finds the unread ones',
    tag,
    scope: 'notifications.read',
    viewers: 'filtered',
    body: SearchBody,
    reply: searchReply(Notification),
    handle: async (ctx, { body }, scope) =>
      toSearchReply(await searchNotifications(ctx, userOf(scope), body), toNotification, body),
  }),
  route({
    method: 'GET',
    path: '/notifications/unread',
    operationId: 'countUnreadNotifications',
    fails,
    summary: 'Count your unread notifications',
    tag,
    scope: 'notifications.read',
    viewers: 'filtered',
    reply: dataReply(UnreadCount),
    handle: async (ctx, _input, scope) => ({ data: { unread: await countUnread(ctx, userOf(scope)) } }),
  }),
  route({
    method: 'POST',
    path: '/notifications/read',
    operationId: 'markNotificationsRead',
    fails,
    summary: 'Mark notifications of yours as read: those with these ids, or all',
    tag,
    scope: 'notifications.write',
    viewers: 'filtered',
    isPersonal: true,
    body: NotificationsRead,
    reply: dataReply(MarkedRead),
    handle: async (ctx, { body }, scope) => {
      const userId = userOf(scope);
      const marked = await markNotificationsRead(ctx, userId, body);
      return { data: { marked, unread: await countUnread(ctx, userId) } };
    },
  }),
];
