import { z } from 'zod';
import type { Notification as DomainNotification } from '../../domain/notifications/index.ts';
import { id, idInput, isoTime, isoTimeOrNull, time } from './shapes.ts';

export const Notification = z
  .strictObject({
    id,
    createdAt: time,
    type: z.enum(['mention', 'assignment']),
    chatId: id,
    noteId: id.nullable(),
    actor: z.strictObject({ id, name: z.string() }).nullable(),
    readAt: time.nullable(),
  })
  .meta({ id: 'Notification' });

export const toNotification = (notification: DomainNotification): z.infer<typeof Notification> => ({
  id: notification.id,
  createdAt: isoTime(notification.createdAt),
  type: notification.type,
  chatId: notification.chatId,
  noteId: notification.noteId,
  actor: notification.actor,
  readAt: isoTimeOrNull(notification.readAt),
});

export const NotificationsRead = z.union(
  [z.strictObject({ ids: z.array(idInput).min(1).max(100) }), z.strictObject({ all: z.literal(true) })],
  { error: 'Give { "ids": […] } with up to 100 ids, or { "all": true }' },
);

export const UnreadCount = z.strictObject({ unread: z.int().min(0) }).meta({ id: 'UnreadCount' });
export const MarkedRead = z.strictObject({ marked: z.int().min(0), unread: z.int().min(0) }).meta({ id: 'MarkedRead' });
