import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { countUnreadRows, markReadRows, selectNotification } from './notifications.store.ts';

/** Something that a user should look at: a mention in a note, or a chat that was assigned to them. */
export type Notification = {
  id: string;
  userId: string;
  type: 'mention' | 'assignment';
  chatId: string;
  noteId: string | null;
  /** Who mentioned or assigned; null for an automation, a token without a user, or a deleted user. */
  actor: { id: string; name: string } | null;
  readAt: Date | null;
  createdAt: Date;
};

const DAY_MS = 86_400_000;
const DAYS_KEPT = 90;

/** Returns the time before which notifications are neither shown nor kept. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - DAYS_KEPT * DAY_MS);

export const findNotification = (ctx: Ctx, id: string): Promise<Notification | undefined> => selectNotification(ctx, id);

export type ReadRequest = { ids: string[] } | { all: true };

/** Marks notifications of a user as read. Ids of others and unknown ids are ignored. Returns how many were unread. */
export const markNotificationsRead = (ctx: Ctx, userId: string, request: ReadRequest): Promise<number> =>
  markReadRows(ctx, userId, 'ids' in request ? request.ids.filter(isId) : null);

export const countUnread = (ctx: Ctx, userId: string): Promise<number> =>
  countUnreadRows(ctx, userId, keptSince(ctx.clock.now()));
