import sql, { join, type Sql } from 'sql-template-tag';
import { type Ctx, row, rows } from '../storage/context.ts';
import { ERASED_DATA, type SubjectPath, subjectPaths } from './event-fields.ts';

/** A contact under all its ids, and its chats. */
export type Subject = { contactIds: string[]; chatIds: string[] };

export type EventPage = { lastId: string | null; emptied: number };

/** Empties those events of a page that are about the subject. The row stays, with its type, time and channel. */
export async function emptyEventsAbout(ctx: Ctx, subject: Subject, afterId: string, limit: number): Promise<EventPage> {
  const page = await row<EventPage>(
    ctx,
    sql`with page as materialized (
          select id, type, data from events where tenant_id = ${ctx.tenantId} and id > ${afterId} order by id limit ${limit}),
        emptied as (
          update events e set data = ${JSON.stringify(ERASED_DATA)} from page p
          where e.tenant_id = ${ctx.tenantId} and e.id = p.id and (${isAbout(subject)})
          returning e.id)
        select (select max(id::text) from page) as "lastId", (select count(*)::int from emptied) as emptied`,
  );
  return page ?? { lastId: null, emptied: 0 };
}

/** Returns the condition that erasure emptied the `data` of an event. */
export const isErased = (data: Sql): Sql => sql`${data} ? 'isErased'`;

/** Returns the condition that an event `p` names one of the ids at a path that its type declares. */
function isAbout({ contactIds, chatIds }: Subject): Sql {
  const holds = (ids: string[]) => (at: SubjectPath) =>
    sql`(p.type = any(${at.types}::text[]) and p.data #>> ${at.path}::text[] = any(${ids}::text[]))`;
  return join([...subjectPaths('contacts').map(holds(contactIds)), ...subjectPaths('chats').map(holds(chatIds))], ' or ');
}

/** Deletes at most `limit` events that are older than a time. Returns how many. */
export const removeEventsBefore = async (ctx: Ctx, before: Date, limit: number): Promise<number> => {
  const removed = await rows(
    ctx,
    sql`delete from events where tenant_id = ${ctx.tenantId} and id in (
          select id from events where tenant_id = ${ctx.tenantId} and id < uuid_floor(${before}) order by id limit ${limit})
        returning 1`,
  );
  return removed.length;
};
