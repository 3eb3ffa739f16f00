import sql, { join, type Sql } from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../storage/context.ts';
import type { Statement } from '../storage/database.ts';
import { chatIdOf, contactIdOf, ERASED_DATA, isForEveryone, type SubjectPath, subjectPaths } from './event-fields.ts';

export type EventChannel = { id: string; type: string };

/** Whether a tenant has an ordered webhook, any webhook, an automation that the events can start, and a run that waits for one of them. */
export type Subscribers = { isOrdered: boolean; hasWebhooks: boolean; hasTriggers: boolean; isAwaited: boolean };

type NewEvents = { type: string; channel: EventChannel | null; ids: string[]; data: object[] };
/** What automations can do with events of a type: the triggers they fire, and whether they are an answer that a run waits for. */
type ForAutomations = { triggers: string[]; isSignal: boolean };

const inserting = prepared(
  'insert_events',
  sql`with saved as (
        insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at, depth, chain_id, run_id, chat_id, contact_id,
          is_general)
        select $1, e.id, $2, $3, $4, e.data, $5, $8, $9, $10, e.chat_id, e.contact_id, $13
        from unnest($6::uuid[], $7::jsonb[], $11::uuid[], $12::uuid[]) as e(id, data, chat_id, contact_id))
      select exists (select 1 from webhooks w where w.tenant_id = $1 and w.is_ordered and w.status <> 'disabled') as "isOrdered",
        exists (select 1 from webhooks w where w.tenant_id = $1 and w.status <> 'disabled') as "hasWebhooks",
        exists (select 1 from automation_triggers t where t.tenant_id = $1 and t.trigger_type = any($14::text[])) as "hasTriggers",
        $15 and exists (select 1 from automation_runs r where r.tenant_id = $1 and r.chat_id = any($11::uuid[]) and r.waiting_for = 'reply')
          as "isAwaited"`,
);

/**
 * Inserts events of one type. Returns who can receive them: events without a subscriber need no fan-out job. A run that begins to wait
 * later cannot be answered by them: its question is sent after it is committed. Viewers do not see all runs.
 */
export async function insertEvents(ctx: Ctx, made: NewEvents, { triggers, isSignal }: ForAutomations): Promise<Subscribers> {
  const subscribers = await row<Subscribers>(ctx, inserting(...valuesOf(ctx, made), triggers, isSignal));
  if (!subscribers) return { isOrdered: false, hasWebhooks: true, hasTriggers: true, isAwaited: isSignal };
  return ctx.viewer ? { ...subscribers, isAwaited: isSignal } : subscribers;
}

const insertingOnly = prepared(
  'insert_feed_events',
  sql`insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at, depth, chain_id, run_id, chat_id, contact_id,
        is_general)
      select $1, e.id, $2, $3, $4, e.data, $5, $8, $9, $10, e.chat_id, e.contact_id, $13
      from unnest($6::uuid[], $7::jsonb[], $11::uuid[], $12::uuid[]) as e(id, data, chat_id, contact_id)`,
);

/** Returns the statement that inserts events of one type that nobody subscribes to. */
export const insertion = (ctx: Ctx, made: NewEvents): Statement => insertingOnly(...valuesOf(ctx, made));

function valuesOf(ctx: Ctx, { type, channel, ids, data }: NewEvents): unknown[] {
  const { depth = 0, chainId = null, runId = null } = ctx.cause ?? {};
  const texts = data.map((one) => JSON.stringify(one));
  const values = [
    ctx.tenantId,
    type,
    channel?.id ?? null,
    channel?.type ?? null,
    ctx.clock.now(),
    ids,
    texts,
    depth,
    chainId,
    runId,
  ];
  const chatIds = data.map((one) => chatIdOf({ type, data: one }) ?? null);
  const contactIds = data.map((one) => contactIdOf({ type, data: one }) ?? null);
  return [...values, chatIds, contactIds, isForEveryone(type)];
}

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
