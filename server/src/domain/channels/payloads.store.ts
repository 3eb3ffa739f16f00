import sql, { raw } from 'sql-template-tag';
import { type Origin, storedOrigin } from '../../platform/tracing.ts';
import { complete, enqueueMany, type JobRef } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction, prepared, row, rows } from '../../storage/context.ts';

/** A callback as received. */
export type Payload = {
  id: string;
  channelId: string;
  url: string;
  headers: Record<string, unknown>;
  body: Buffer;
  origin?: Origin | null | undefined;
};
export type WaitingPayload = Omit<Payload, 'channelId'>;

const insertPayloads = prepared(
  'insert_payloads',
  sql`with stored as (
        insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body, origin)
        select $1, p.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::bytea[], $7::jsonb[]) as p returning channel_id, id)
      insert into waiting_payloads (tenant_id, channel_id, payload_id) select $1, channel_id, id from stored`,
);

/**
 * A body in an array is sent as hexadecimal text, and a message to the database is copied twice, on the event loop: up to 10 ms per
 * megabyte. So a large body is sent in parts, as bytes.
 */
const LARGE_BYTES = 65_536;
const PART_BYTES = 262_144;

const insertPart = prepared(
  'insert_payload_part',
  sql`insert into payload_parts (tenant_id, payload_id, part, body) values ($1, $2, $3, $4)`,
);

const joinParts = prepared(
  'join_payload_parts',
  sql`with joined as (
        select string_agg(body, ''::bytea order by part) as body from payload_parts where tenant_id = $1 and payload_id = $2
      ), stored as (
        insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body, origin) select $1, $2, $3, $4, $5, body, $6 from joined
        returning channel_id, id
      ), emptied as (delete from payload_parts where tenant_id = $1 and payload_id = $2)
      insert into waiting_payloads (tenant_id, channel_id, payload_id) select $1, channel_id, id from stored`,
);

async function insertLarge(ctx: Ctx, { id, channelId, url, headers, body, origin = ctx.origin }: Payload): Promise<void> {
  for (let from = 0; from < body.length; from += PART_BYTES)
    await rows(ctx, insertPart(ctx.tenantId, id, from / PART_BYTES, body.subarray(from, from + PART_BYTES)));
  await rows(ctx, joinParts(ctx.tenantId, id, channelId, url, JSON.stringify(headers), storedOrigin(origin)));
}

async function insertSmall(ctx: Ctx, payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return;
  const statement = insertPayloads(
    ctx.tenantId,
    payloads.map((one) => one.id),
    payloads.map((one) => one.channelId),
    payloads.map((one) => one.url),
    payloads.map((one) => JSON.stringify(one.headers)),
    payloads.map((one) => one.body),
    payloads.map(({ origin = ctx.origin }) => storedOrigin(origin)),
  );
  await rows(ctx, statement);
}

const isLarge = ({ body }: Payload): boolean => body.length > LARGE_BYTES;

/** Stores callbacks and enqueues the jobs that process them in one transaction, so that a callback answered with 200 is not lost. */
export const storePayloads = (ctx: Ctx, payloads: Payload[]): Promise<undefined> =>
  inTransaction(ctx, async (ctx) => {
    for (const one of payloads.filter(isLarge)) await insertLarge(ctx, one);
    const small = payloads.filter((one) => !isLarge(one));
    await Promise.all([insertSmall(ctx, small), enqueueProcessing(ctx, payloads)]);
    return undefined;
  });

/** Enqueues one job per channel, which processes all waiting callbacks. A job that is running may have read the list already, so another job follows it. */
const enqueueProcessing = (ctx: Ctx, payloads: Pick<Payload, 'channelId' | 'origin'>[]): Promise<void> =>
  enqueueMany(
    ctx,
    jobs.processInbound,
    payloads.map(({ channelId, origin }) => ({ input: { channelId }, concurrencyKey: channelId, origin })),
    { onePerKey: true },
  );

/** Replaces jobs of the previous version, which have the id of their callback and no concurrency key. */
export const adoptPayloads = (ctx: Ctx, refs: JobRef[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const ids = await complete(ctx, jobs.processInbound, refs);
    const adopted = await rows<{ channelId: string }>(
      ctx,
      sql`insert into waiting_payloads (tenant_id, channel_id, payload_id)
          select tenant_id, channel_id, id from inbound_payloads where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])
          on conflict do nothing returning channel_id as "channelId"`,
    );
    await enqueueProcessing(ctx, adopted);
  });

const ofChannel = (ctx: Ctx, channelId: string) => sql`w.tenant_id = ${ctx.tenantId} and w.channel_id = ${channelId}`;
/** The columns of a callback. They are empty if its partition was dropped before it was processed. */
const payloadColumns = sql`coalesce(p.url, '') as url, coalesce(p.headers, '{}') as headers, coalesce(p.body, '') as body, p.origin`;

const waiting = prepared(
  'waiting_payloads',
  sql`select w.payload_id as id, ${payloadColumns} from waiting_payloads w
      left join inbound_payloads p on p.tenant_id = w.tenant_id and p.id = w.payload_id
      where w.tenant_id = $1 and w.channel_id = $2 order by w.payload_id limit $3`,
);

/** Returns the callbacks of a channel that are not processed yet, oldest first. */
export const waitingPayloads = (ctx: Ctx, channelId: string, most: number): Promise<WaitingPayload[]> =>
  rows<WaitingPayload>(ctx, waiting(ctx.tenantId, channelId, most));

/** Returns the ids of those callbacks. */
export const waitingIds = async (ctx: Ctx, channelId: string, most: number): Promise<string[]> => {
  const statement = sql`select w.payload_id as id from waiting_payloads w where ${ofChannel(ctx, channelId)} order by w.payload_id limit ${most}`;
  return (await rows<{ id: string }>(ctx, statement)).map(({ id }) => id);
};

type PayloadInParts = WaitingPayload & { bytes: number };

const columnsInParts = sql`coalesce(p.url, '') as url, coalesce(p.headers, '{}') as headers,
  coalesce(substring(p.body from 1 for ${raw(String(PART_BYTES))}), '') as body, p.origin, coalesce(octet_length(p.body), 0) as bytes`;

/**
 * Returns the payload with its whole body. A large one is read part by part, because the driver decodes it on the event loop, into memory
 * that is shared with parser threads, so that it is not copied again.
 */
async function withAllParts(ctx: Ctx, { bytes, ...payload }: PayloadInParts): Promise<WaitingPayload> {
  if (bytes <= payload.body.length) return payload;
  const body = Buffer.from(new SharedArrayBuffer(bytes));
  payload.body.copy(body);
  for (let from = PART_BYTES; from < bytes; from += PART_BYTES) (await readPart(ctx, payload.id, from))?.copy(body, from);
  return { ...payload, body };
}

async function readPart(ctx: Ctx, id: string, from: number): Promise<Buffer | undefined> {
  const found = await row<{ part: Buffer }>(
    ctx,
    sql`select substring(body from ${from + 1} for ${PART_BYTES}) as part from inbound_payloads
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
  return found?.part;
}

/** Returns the oldest callbacks up to a total size, but at least one: a single mail can be as large as the limit of a callback. */
export async function nextPayloads(
  ctx: Ctx,
  channelId: string,
  { most, maxBytes }: { most: number; maxBytes: number },
): Promise<WaitingPayload[]> {
  const found = await rows<PayloadInParts>(
    ctx,
    sql`with oldest as (
          select w.payload_id as id, coalesce(octet_length(p.body), 0) as bytes from waiting_payloads w
          left join inbound_payloads p on p.tenant_id = w.tenant_id and p.id = w.payload_id
          where ${ofChannel(ctx, channelId)} order by w.payload_id limit ${most}
        ), fitting as (
          select id, sum(bytes) over (order by id) - bytes as before, sum(bytes) over (order by id) as total from oldest
        )
        select f.id, ${columnsInParts} from fitting f
        left join inbound_payloads p on p.tenant_id = ${ctx.tenantId} and p.id = f.id
        where f.before = 0 or f.total <= ${maxBytes} order by f.id`,
  );
  const payloads: WaitingPayload[] = [];
  for (const one of found) payloads.push(await withAllParts(ctx, one));
  return payloads;
}

const settling = prepared(
  'settle_payloads',
  sql`delete from waiting_payloads where tenant_id = $1 and channel_id = $2 and payload_id = any($3::uuid[])`,
);

/** Marks callbacks as processed, in the transaction that stores their content. Saves the error of each `unreadable` one. */
export const settlePayloads = (
  ctx: Ctx,
  channelId: string,
  ids: string[],
  unreadable: { id: string; reason: string }[],
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await rows(ctx, settling(ctx.tenantId, channelId, ids));
    for (const { id, reason } of unreadable) {
      await rows(ctx, sql`update inbound_payloads set error = ${reason} where tenant_id = ${ctx.tenantId} and id = ${id}`);
    }
  });

/** Channels of tenants that have moved to another cell are known too: the gate of the tenant then refuses the callback and names the cell. */
const TENANT_OF_CHANNEL = `select tenant_id as "tenantId" from channels where id = $1
  union all select moved_tenant_id from moved_channels where channel_id = $1 limit 1`;

/** Whose channel this is, asked by the role that may know it and nothing else. */
export const tenantOfChannel = async (
  pool: { query(text: string, values: unknown[]): Promise<{ rows: { tenantId: string }[] }> },
  channelId: string,
): Promise<string | undefined> => {
  const found = await pool.query(TENANT_OF_CHANNEL, [channelId]);
  return found.rows[0]?.tenantId;
};

export async function findPayload(ctx: Ctx, id: string): Promise<WaitingPayload | undefined> {
  const found = await row<PayloadInParts>(
    ctx,
    sql`select p.id, ${columnsInParts} from inbound_payloads p where p.tenant_id = ${ctx.tenantId} and p.id = ${id}`,
  );
  return found && withAllParts(ctx, found);
}
