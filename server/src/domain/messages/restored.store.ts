import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';

/** Returns those of the messages that the database calls unsent. Omits channels that may send twice. */
export const selectUnsent = async (ctx: Ctx, ids: string[]): Promise<string[]> => {
  const found = await rows<{ id: string }>(
    ctx,
    sql`select m.id from messages m join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id
        join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id
        where m.tenant_id = ${ctx.tenantId} and m.id = any(${ids}::uuid[])
          and m.send_state = 'queued' and ch.send_guarantee <> 'at_least_once' order by m.id`,
  );
  return found.map(({ id }) => id);
};

/**
 * Gives messages an attempt, so that providers can be asked for them. The attempt of the lost time is not known; its id only has to say
 * since when to look, and the id of the message does.
 */
export async function assumeAttempts(ctx: Ctx, ids: string[]): Promise<void> {
  await rows(
    ctx,
    sql`update messages set attempt_id = coalesce(attempt_id, id) where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
}

export type UnknownSend = { id: string; chatId: string; channel: string; acceptedAt: Date };

/** Returns messages whose outcome is unknown, the oldest first. */
export const selectUnknown = (ctx: Ctx, since: Date, most: number): Promise<UnknownSend[]> =>
  rows<UnknownSend>(
    ctx,
    sql`select m.id, m.chat_id as "chatId", ch.type as channel, m.created_at as "acceptedAt" from messages m
        join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id
        join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id
        where m.tenant_id = ${ctx.tenantId} and m.send_state = 'unknown' and m.updated_at >= ${since} order by m.id limit ${most}`,
  );
