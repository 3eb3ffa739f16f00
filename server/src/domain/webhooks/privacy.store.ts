import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

/** What endpoints answered may repeat what they were sent: where the event was emptied, so is the answer. Answers the last of the page. */
export async function emptyAnswers(ctx: Ctx, afterId: string, most: number): Promise<string | null> {
  const page = await row<{ lastId: string | null }>(
    ctx,
    sql`with page as materialized (
          select id, event_id from deliveries where tenant_id = ${ctx.tenantId} and id > ${afterId} order by id limit ${most}),
        emptied as (
          update delivery_attempts a set response_body = null
          from page p join events e on e.tenant_id = ${ctx.tenantId} and e.id = p.event_id and e.data ? 'isErased'
          where a.tenant_id = ${ctx.tenantId} and a.delivery_id = p.id and a.response_body is not null)
        select max(id::text) as "lastId" from page`,
  );
  return page?.lastId ?? null;
}

/** Takes deliveries and their attempts away that are older than a time, some of them, and none that is under way. Answers how many. */
export const removeDeliveriesBefore = async (ctx: Ctx, before: Date, most: number): Promise<number> => {
  const removed = await rows<{ id: string }>(
    ctx,
    sql`delete from deliveries where tenant_id = ${ctx.tenantId} and id in (
          select id from deliveries where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) and status <> 'pending'
          order by id limit ${most})
        returning id`,
  );
  const ids = removed.map(({ id }) => id);
  await rows(ctx, sql`delete from delivery_attempts where tenant_id = ${ctx.tenantId} and delivery_id = any(${ids}::uuid[])`);
  return ids.length;
};
