import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { Chat } from './chat.ts';
import { updateChatRow } from './chats.store.ts';
import { getChat } from './chats.ts';

/** Marks a chat as unread, with one unread message. A chat that is unread stays as it is. */
export const markUnread = (ctx: Ctx, id: string): Promise<Chat> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, id);
    if (chat.unreadCount > 0) return chat;
    await updateChatRow(ctx, chat.id, { unreadCount: 1 });
    return getChat(ctx, chat.id);
  });
