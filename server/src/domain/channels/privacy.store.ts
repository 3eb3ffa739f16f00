import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

export type CallbackPage = { lastId: string | null; emptied: number; unread: number };

/**
 * Empties the callbacks of a page that contain one of these terms, as written or URL-encoded. It leaves callbacks that are not
 * processed yet: processing them would store their content again.
 */
export async function emptyPayloadsWith(
  ctx: Ctx,
  channelIds: string[],
  terms: string[],
  afterId: string,
  most: number,
): Promise<CallbackPage> {
  const spellings = [...new Set(terms.flatMap((term) => [term, encodeURIComponent(term)]))];
  const page = await row<CallbackPage>(
    ctx,
    sql`with page as materialized (
          select id, channel_id, body, url from inbound_payloads
          where tenant_id = ${ctx.tenantId} and channel_id = any(${channelIds}::uuid[]) and id > ${afterId} order by id limit ${most}),
        holding as materialized (
          select p.id, exists (select 1 from waiting_payloads w
            where w.tenant_id = ${ctx.tenantId} and w.channel_id = p.channel_id and w.payload_id = p.id) as is_unread from page p
          where exists (select 1 from unnest(${spellings}::text[]) as t(term)
            where position(lower(encode(convert_to(t.term, 'UTF8'), 'escape')) in lower(encode(p.body, 'escape') || ' ' || p.url)) > 0)),
        emptied as (
          update inbound_payloads p set body = '', headers = '{}', url = '', error = 'erased' from holding h
          where p.tenant_id = ${ctx.tenantId} and p.id = h.id and not h.is_unread returning p.id)
        select (select max(id::text) from page) as "lastId", (select count(*)::int from emptied) as emptied,
          (select count(*)::int from holding where is_unread) as unread`,
  );
  return page ?? { lastId: null, emptied: 0, unread: 0 };
}

/** Deletes some of the processed callbacks that are older than a time. Returns how many. */
export const removePayloadsBefore = async (ctx: Ctx, before: Date, most: number): Promise<number> => {
  const removed = await rows(
    ctx,
    sql`delete from inbound_payloads where tenant_id = ${ctx.tenantId} and id in (
          select p.id from inbound_payloads p where p.tenant_id = ${ctx.tenantId} and p.id < uuid_floor(${before})
            and not exists (select 1 from waiting_payloads w
              where w.tenant_id = ${ctx.tenantId} and w.channel_id = p.channel_id and w.payload_id = p.id)
          order by p.id limit ${most})
        returning 1`,
  );
  return removed.length;
};
