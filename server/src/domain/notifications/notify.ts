import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { pushToUsers } from '../push/index.ts';
import { insertNotifications, trimNotifications } from './notifications.store.ts';
import { keptSince, type Notification } from './notifications.ts';

export type NewNotification = {
  type: Notification['type'];
  chatId: string;
  noteId?: string;
  /** Who mentioned or assigned. Nobody is notified of what they did themselves. */
  actorId: string | null;
};

/** The most notifications of one user. */
const MOST_KEPT = 1_000;

/** Notifies users, in the transaction of the cause. The caller has locked the users against deletion. */
export async function notify(ctx: Ctx, userIds: string[], { type, chatId, noteId, actorId }: NewNotification): Promise<void> {
  const receivers = [...new Set(userIds)].filter((id) => id !== actorId);
  if (receivers.length === 0) return;
  const createdAt = ctx.clock.now();
  const made = receivers.map((userId) => ({ id: idFor(ctx), userId, type, chatId, noteId: noteId ?? null, actorId }));
  await insertNotifications(ctx, made);
  await trimNotifications(ctx, receivers, { before: keptSince(createdAt), most: MOST_KEPT });
  await publishMany(
    ctx,
    'notification.created',
    null,
    made.map((one) => ({ ...one, createdAt: createdAt.toISOString() })),
  );
  await pushToUsers(
    ctx,
    made.map(({ id, userId }) => ({ notificationId: id, userId })),
  );
}
