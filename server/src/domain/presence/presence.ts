import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type LiveEventData, publishLive } from '../../registry/live-events.ts';
import type { Ctx } from '../../storage/context.ts';
import { selectChatAndUser } from './presence.store.ts';

export type Presence = LiveEventData<'chat.presence'>;

/** How long a presence lasts if it is not announced again. */
const LASTS_MS = 10_000;

/** Tells the open feeds that a user views a chat or types in it. Nothing is stored. `requireRoom` throws where the user did so too often. */
export async function announcePresence(
  ctx: Ctx,
  { chatId, userId, state }: { chatId: string; userId: string; state: Presence['state'] },
  requireRoom: () => Promise<void>,
): Promise<Presence> {
  const known = found(isId(chatId) ? await selectChatAndUser(ctx, chatId, userId) : undefined, 'chat_not_found');
  await requireRoom();
  const presence: Presence = {
    chatId: known.chatId,
    user: { id: known.userId, name: known.userName },
    state,
    expiresAt: new Date(ctx.clock.now().getTime() + LASTS_MS).toISOString(),
  };
  publishLive(ctx, 'chat.presence', presence);
  return presence;
}
