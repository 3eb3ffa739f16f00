import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';

/** Moves the chats of a merged contact. Each keeps its handle, so there is still one per channel and handle. */
export const moveChats = (ctx: Ctx, fromContactId: string, toContactId: string) =>
  rows(
    ctx,
    sql`with held as materialized (
          select id from chats where tenant_id = ${ctx.tenantId} and contact_id = ${fromContactId} order by id for no key update)
        update chats c set contact_id = ${toContactId} from held where c.tenant_id = ${ctx.tenantId} and c.id = held.id`,
  );

/** Deletes text and vendor id of the latest messages of a contact's chats. Returns the chats. */
export const eraseChats = (ctx: Ctx, contactId: string): Promise<{ id: string; channelId: string }[]> =>
  rows<{ id: string; channelId: string }>(
    ctx,
    sql`with held as materialized (
          select id from chats where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} order by id for no key update)
        update chats c set latest_message = c.latest_message || '{"text": null, "vendorId": null}'
        from held where c.tenant_id = ${ctx.tenantId} and c.id = held.id returning c.id, c.channel_id as "channelId"`,
  );

/** Removes deleted messages as the latest messages of their chats. */
export const dropLatest = (ctx: Ctx, gone: { id: string; chatId: string }[]) =>
  rows(
    ctx,
    sql`with held as materialized (
          select c.id from chats c
          join unnest(${gone.map(({ id }) => id)}::text[], ${gone.map(({ chatId }) => chatId)}::uuid[]) as g(id, chat_id)
            on g.chat_id = c.id and c.latest_message->>'id' = g.id
          where c.tenant_id = ${ctx.tenantId} order by c.id for no key update of c)
        update chats c set latest_message = null, last_message_at = c.created_at from held where c.tenant_id = ${ctx.tenantId} and c.id = held.id`,
  );
