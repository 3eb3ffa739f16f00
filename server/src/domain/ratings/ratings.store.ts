import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Rating } from './ratings.ts';

export const ratingColumns = sql`r.id, r.chat_id as "chatId", c.contact_id as "contactId", c.channel_id as "channelId", r.score as rating,
  r.comment, r.user_id as "userId", r.team_id as "teamId", c.is_sensitive as "isSensitive", r.created_at as "createdAt"`;

/** The contact and the channel are those of the chat, so they stay right when contacts are merged. */
export const ratingSource = sql`ratings r join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id`;

export async function insertRating(ctx: Ctx, rating: Rating): Promise<void> {
  await rows(
    ctx,
    sql`insert into ratings (tenant_id, id, chat_id, score, comment, user_id, team_id, created_at)
        values (${ctx.tenantId}, ${rating.id}, ${rating.chatId}, ${rating.rating}, ${rating.comment}, ${rating.userId},
          ${rating.teamId}, ${rating.createdAt})`,
  );
}

export const selectChannelOf = (ctx: Ctx, channelId: string) =>
  row<{ id: string; type: string }>(
    ctx,
    sql`select id, type from channels where tenant_id = ${ctx.tenantId} and id = ${channelId}`,
  );

/** Deletes all ratings of these chats. */
export const deleteRatingsOf = (ctx: Ctx, chatIds: string[]) =>
  rows(ctx, sql`delete from ratings where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[])`);
