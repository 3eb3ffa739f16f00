import sql from 'sql-template-tag';
import { type Ctx, row } from '../../storage/context.ts';

/** Returns the chat and the user if both exist. */
export const selectChatAndUser = (ctx: Ctx, chatId: string, userId: string) =>
  row<{ chatId: string; userId: string; userName: string }>(
    ctx,
    sql`select c.id as "chatId", u.id as "userId", u.name as "userName"
        from chats c join users u on u.tenant_id = c.tenant_id
        where c.tenant_id = ${ctx.tenantId} and c.id = ${chatId} and u.id = ${userId}`,
  );
