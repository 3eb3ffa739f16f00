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

/** Notifies users of one cause, in its transaction. The caller has locked the users against deletion. */
export const notify = (ctx: Ctx, userIds: string[], cause: NewNotification): Promise<void> =>
  notifyEach(
    ctx,
    [...new Set(userIds)].map((userId) => ({ ...cause, userId })),
  );

/** Notifies users, each of a cause of their own, with a fixed number of statements. */
export async function notifyEach(ctx: Ctx, wanted: (NewNotification & { userId: string })[]): Promise<void> {
  const others = wanted.filter(({ userId, actorId }) => userId !== actorId);
  if (others.length === 0) return;
  const createdAt = ctx.clock.now();
  const made = others.map((one) => ({ ...one, id: idFor(ctx), noteId: one.noteId ?? null }));
  await insertNotifications(ctx, made, createdAt);
  const receivers = [...new Set(made.map(({ userId }) => userId))];
  await trimNotifications(ctx, receivers, { before: keptSince(createdAt), most: MOST_KEPT });
  await publishMany(
    ctx,
    'notification.created',
    null,
    made.map(({ id, userId, type, chatId, noteId, actorId }) => ({
      id,
      userId,
      type,
      chatId,
      noteId,
      actorId,
      createdAt: createdAt.toISOString(),
    })),
  );
  await pushToUsers(
    ctx,
    made.map(({ id, userId }) => ({ notificationId: id, userId })),
  );
}
