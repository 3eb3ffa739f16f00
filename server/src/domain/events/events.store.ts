import sql from 'sql-template-tag';
import { feedOnlyTypes } from '../../registry/events.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';

export type Event = {
  id: string;
  type: string;
  channelId: string | null;
  channelType: string | null;
  data: Record<string, unknown>;
  createdAt: Date;
  /** How many automations triggered each other before this event. */
  depth: number;
  /** The chain of automations and the run that caused it; null for the first event of a chain. */
  chainId: string | null;
  runId: string | null;
};

export const eventColumns = sql`id, type, channel_id as "channelId", channel_type as "channelType", data, created_at as "createdAt", depth,
  chain_id as "chainId", run_id as "runId"`;

export const eventsByIds = (ctx: Ctx, ids: string[]): Promise<Event[]> =>
  rows<Event>(
    ctx,
    sql`select ${eventColumns} from events where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id`,
  );

/** Returns ids only: a feed has most of these events already. */
export const eventIdsAfter = async (ctx: Ctx, id: string, limit: number): Promise<string[]> => {
  const found = await rows<{ id: string }>(
    ctx,
    sql`select id from events where tenant_id = ${ctx.tenantId} and id > ${id} order by id limit ${limit}`,
  );
  return found.map((event) => event.id);
};

const eventById = prepared('event', sql`select ${eventColumns} from events where tenant_id = $1 and id = $2`);

export const findEvent = (ctx: Ctx, id: string): Promise<Event | undefined> => row<Event>(ctx, eventById(ctx.tenantId, id));

/** Returns a page of the events of a time range that webhooks can subscribe to, in the order of their ids. */
export const eventsInRange = (
  ctx: Ctx,
  range: { from: string; until: string; afterId: string },
  limit: number,
): Promise<Event[]> =>
  rows<Event>(
    ctx,
    sql`select ${eventColumns} from events
        where tenant_id = ${ctx.tenantId} and id > greatest(${range.afterId}::uuid, uuid_floor(${range.from}::timestamptz))
          and id < uuid_floor(${range.until}::timestamptz) and type <> all(${feedOnlyTypes}::text[])
        order by id limit ${limit}`,
  );

/** Returns those of the chats that the caller sees. */
export const visibleChats = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const found = await rows<{ id: string }>(
    ctx,
    sql`select id from chats where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
  return new Set(found.map(({ id }) => id));
};
