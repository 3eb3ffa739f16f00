import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { NewMessage } from './messages.ts';

export async function insertMessage(ctx: Ctx, id: string, message: NewMessage): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into messages (tenant_id, id, chat_id, vendor_id, sender, type, status, text, "timestamp", created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${message.chatId}, ${message.vendorId}, ${message.sender}, ${message.type},
          ${message.status}, ${message.text}, ${message.timestamp}, ${now}, ${now})`,
  );
}
