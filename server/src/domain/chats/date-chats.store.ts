import sql from 'sql-template-tag';
import { type Ctx, row } from '../../storage/context.ts';

/** Dates the next chats after an id. Returns the last id of the page, or null after the last page. */
export const dateSomeChats = async (ctx: Ctx, afterId: string, limit: number): Promise<string | null> => {
  const page = await row<{ lastId: string | null }>(
    ctx,
    sql`with page as materialized (
          select id, least(coalesce((latest_message->>'timestamp')::timestamptz, created_at), ${ctx.clock.now()}) as at, last_message_at
          from chats where tenant_id = ${ctx.tenantId} and id > ${afterId} order by id limit ${limit} for no key update),
        dated as (
          update chats c set last_message_at = p.at from page p
          where c.tenant_id = ${ctx.tenantId} and c.id = p.id and p.at is distinct from p.last_message_at)
        select max(id::text) as "lastId" from page having count(*) = ${limit}`,
  );
  return page?.lastId ?? null;
};
