import sql from 'sql-template-tag';
import { jobs } from '../../catalogue/jobs.ts';
import { enqueueMany } from '../../engine/enqueue.ts';
import { endJobs } from '../../engine/jobs.store.ts';
import { type Ctx, inTransaction, prepared, row, rows } from '../../storage/context.ts';

/** A callback as it came. */
export type Payload = { id: string; channelId: string; url: string; headers: Record<string, unknown>; body: Buffer };
export type WaitingPayload = Omit<Payload, 'channelId'>;

const insertPayloads = prepared(
  'insert_payloads',
  sql`insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body)
      select $1, p.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::bytea[]) as p`,
);

/** Keeps callbacks and the work of reading them, together: when the provider hears 200, nothing can be lost any more. */
export const keepPayloads = (ctx: Ctx, payloads: Payload[]): Promise<undefined> =>
  inTransaction(ctx, async (ctx) => {
    const kept = rows(
      ctx,
      insertPayloads(
        ctx.tenantId,
        payloads.map((one) => one.id),
        payloads.map((one) => one.channelId),
        payloads.map((one) => one.url),
        payloads.map((one) => JSON.stringify(one.headers)),
        payloads.map((one) => one.body),
      ),
    );
    const work = payloads.map(({ id, channelId }) => ({ id, input: { channelId } }));
    await Promise.all([kept, enqueueMany(ctx, jobs.processInbound, work)]);
    return undefined;
  });

/**
 * One reader per channel at a time, in whatever process: what one sender wrote stays in the order it came. False when
 * somebody else reads: whoever waits for him does so without a connection.
 */
export async function takeInbox(ctx: Ctx, channelId: string): Promise<boolean> {
  const name = `inbox ${ctx.tenantId} ${channelId}`;
  const statement = sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 2)) as taken`;
  return (await row<{ taken: boolean }>(ctx, statement))?.taken ?? false;
}

const waiting = prepared(
  'waiting_payloads',
  sql`select p.id, p.url, p.headers, p.body from jobs j join inbound_payloads p on p.tenant_id = j.tenant_id and p.id = j.id
      where j.tenant_id = $1 and j.name = 'process_inbound' and j.input->>'channelId' = $2::text and j.id <= $3 order by j.id limit $4`,
);

/**
 * The callbacks of a channel that nobody has read yet, oldest first, up to this one: whoever comes first reads the older
 * ones of his colleagues as well, so they are read in order.
 */
export const waitingPayloads = (ctx: Ctx, channelId: string, upToId: string, most: number): Promise<WaitingPayload[]> =>
  rows<WaitingPayload>(ctx, waiting(ctx.tenantId, channelId, upToId, most));

const queued = sql`from jobs j join inbound_payloads p on p.tenant_id = j.tenant_id and p.id = j.id`;
const ofChannel = (ctx: Ctx, channelId: string, upToId: string) =>
  sql`j.tenant_id = ${ctx.tenantId} and j.name = 'process_inbound' and j.input->>'channelId' = ${channelId} and j.id <= ${upToId}`;

/** The same without their bodies: only the ids. */
export const waitingIds = async (ctx: Ctx, channelId: string, upToId: string, most: number): Promise<string[]> => {
  const statement = sql`select j.id ${queued} where ${ofChannel(ctx, channelId, upToId)} order by j.id limit ${most}`;
  return (await rows<{ id: string }>(ctx, statement)).map(({ id }) => id);
};

/** The oldest of them, as many as fit into so many bytes, but one at least: a mail can be as large as a callback may be. */
export const nextPayloads = (
  ctx: Ctx,
  channelId: string,
  upToId: string,
  { most, maxBytes }: { most: number; maxBytes: number },
): Promise<WaitingPayload[]> =>
  rows<WaitingPayload>(
    ctx,
    sql`with oldest as (
          select j.id, octet_length(p.body) as bytes ${queued} where ${ofChannel(ctx, channelId, upToId)} order by j.id limit ${most}
        ), fitting as (
          select id, sum(bytes) over (order by id) - bytes as before, sum(bytes) over (order by id) as total from oldest
        )
        select p.id, p.url, p.headers, p.body from fitting f
        join inbound_payloads p on p.tenant_id = ${ctx.tenantId} and p.id = f.id
        where f.before = 0 or f.total <= ${maxBytes} order by f.id`,
  );

/** Read, in the transaction that stored what they said. `unreadable` are kept with the reason, for somebody to look at. */
export async function settlePayloads(ctx: Ctx, ids: string[], unreadable: { id: string; reason: string }[]): Promise<void> {
  await endJobs(ctx, ids);
  for (const { id, reason } of unreadable) {
    await rows(ctx, sql`update inbound_payloads set error = ${reason} where tenant_id = ${ctx.tenantId} and id = ${id}`);
  }
}

/** Which channel a payload's job is for. */
export const channelsOfJobs = (ctx: Ctx, ids: string[]) =>
  rows<{ id: string; channelId: string }>(
    ctx,
    sql`select id, input->>'channelId' as "channelId" from jobs where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );

/** Whose channel this is, asked by the role that may know it and nothing else. */
export const tenantOfChannel = async (
  pool: { query(text: string, values: unknown[]): Promise<{ rows: { tenantId: string }[] }> },
  channelId: string,
): Promise<string | undefined> => {
  const found = await pool.query('select tenant_id as "tenantId" from channels where id = $1', [channelId]);
  return found.rows[0]?.tenantId;
};

export const findPayload = (ctx: Ctx, id: string): Promise<WaitingPayload | undefined> =>
  row<WaitingPayload>(
    ctx,
    sql`select id, url, headers, body from inbound_payloads where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
