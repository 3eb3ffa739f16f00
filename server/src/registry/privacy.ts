import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../storage/context.ts';

/** Whom events are about: a contact under all its ids, and its chats. */
export type Subject = { contactIds: string[]; chatIds: string[] };

export type EventPage = { lastId: string | null; emptied: number };

/** Empties those of a page of events that are about somebody. That it happened, when and where stays. */
export async function emptyEventsAbout(ctx: Ctx, about: Subject, afterId: string, most: number): Promise<EventPage> {
  const contactIds = sql`any(${about.contactIds}::text[])`;
  const chatIds = sql`any(${about.chatIds}::text[])`;
  const page = await row<EventPage>(
    ctx,
    sql`with page as materialized (
          select id, type, data from events where tenant_id = ${ctx.tenantId} and id > ${afterId} order by id limit ${most}),
        emptied as (
          update events e set data = '{"isErased": true}' from page p
          where e.tenant_id = ${ctx.tenantId} and e.id = p.id and p.type <> 'contact.deleted' and (
            p.data->>'contactId' = ${contactIds} or p.data->'contact'->>'id' = ${contactIds} or p.data->'chat'->>'id' = ${chatIds}
            or (starts_with(p.type, 'contact.') and p.data->>'id' = ${contactIds})
            or (starts_with(p.type, 'chat.') and p.data->>'id' = ${chatIds}))
          returning e.id)
        select (select max(id::text) from page) as "lastId", (select count(*)::int from emptied) as emptied`,
  );
  return page ?? { lastId: null, emptied: 0 };
}

/** Takes events away that are older than a time, some of them; answers how many. */
export const removeEventsBefore = async (ctx: Ctx, before: Date, most: number): Promise<number> => {
  const removed = await rows(
    ctx,
    sql`delete from events where tenant_id = ${ctx.tenantId} and id in (
          select id from events where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) order by id limit ${most})
        returning 1`,
  );
  return removed.length;
};
