import sql from 'sql-template-tag';
import { isErased } from '../../registry/events.store.ts';
import { type Ctx, row, rows } from '../../storage/context.ts';

/**
 * Empties the saved responses of a page of deliveries whose events were erased: a response can repeat the request. Returns the
 * last id of the page.
 */
export async function emptyAnswers(ctx: Ctx, afterId: string, limit: number): Promise<string | null> {
  const page = await row<{ lastId: string | null }>(
    ctx,
    sql`with page as materialized (
          select id, event_id from deliveries where tenant_id = ${ctx.tenantId} and id > ${afterId} order by id limit ${limit}),
        emptied as (
          update delivery_attempts a set response_body = null
          from page p join events e on e.tenant_id = ${ctx.tenantId} and e.id = p.event_id and ${isErased(sql`e.data`)}
          where a.tenant_id = ${ctx.tenantId} and a.delivery_id = p.id and a.response_body is not null)
        select max(id::text) as "lastId" from page`,
  );
  return page?.lastId ?? null;
}

/** Deletes at most `limit` finished deliveries and their attempts that are older than a time. Returns how many. */
export const removeDeliveriesBefore = async (ctx: Ctx, before: Date, limit: number): Promise<number> => {
  const removed = await rows<{ id: string }>(
    ctx,
    sql`delete from deliveries where tenant_id = ${ctx.tenantId} and id in (
          select id from deliveries where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) and status <> 'pending'
          order by id limit ${limit})
        returning id`,
  );
  const ids = removed.map(({ id }) => id);
  await rows(ctx, sql`delete from delivery_attempts where tenant_id = ${ctx.tenantId} and delivery_id = any(${ids}::uuid[])`);
  return ids.length;
};
