import sql from 'sql-template-tag';
import { complete, enqueueMany, type JobRef } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction, prepared, row, rows } from '../../storage/context.ts';

/** A callback as it came. */
export type Payload = { id: string; channelId: string; url: string; headers: Record<string, unknown>; body: Buffer };
export type WaitingPayload = Omit<Payload, 'channelId'>;

const insertPayloads = prepared(
  'insert_payloads',
  sql`with kept as (
        insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body)
        select $1, p.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::bytea[]) as p returning channel_id, id)
      insert into waiting_payloads (tenant_id, channel_id, payload_id) select $1, channel_id, id from kept`,
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
    await Promise.all([
      kept,
      readSoon(
        ctx,
        payloads.map((one) => one.channelId),
      ),
    ]);
    return undefined;
  });

/** One job per channel reads whatever waits there; one that has begun may have looked already, so another one follows it. */
const readSoon = (ctx: Ctx, channelIds: string[]): Promise<void> =>
  enqueueMany(
    ctx,
    jobs.processInbound,
    channelIds.map((channelId) => ({ input: { channelId }, concurrencyKey: channelId })),
    { onePerKey: true },
  );

/** Replaces jobs of the version before this one, which have the id of the one callback that they are for and no concurrency key. */
export const adoptPayloads = (ctx: Ctx, refs: JobRef[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const ids = await complete(ctx, jobs.processInbound, refs);
    const adopted = await rows<{ channelId: string }>(
      ctx,
      sql`insert into waiting_payloads (tenant_id, channel_id, payload_id)
          select tenant_id, channel_id, id from inbound_payloads where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])
          on conflict do nothing returning channel_id as "channelId"`,
    );
    await readSoon(
      ctx,
      adopted.map(({ channelId }) => channelId),
    );
  });

const ofChannel = (ctx: Ctx, channelId: string) => sql`w.tenant_id = ${ctx.tenantId} and w.channel_id = ${channelId}`;
/** A callback whose partition was dropped before it was read is empty. */
const asItCame = sql`coalesce(p.url, '') as url, coalesce(p.headers, '{}') as headers, coalesce(p.body, '') as body`;

const waiting = prepared(
  'waiting_payloads',
  sql`select w.payload_id as id, ${asItCame} from waiting_payloads w
      left join inbound_payloads p on p.tenant_id = w.tenant_id and p.id = w.payload_id
      where w.tenant_id = $1 and w.channel_id = $2 order by w.payload_id limit $3`,
);

/** The callbacks of a channel that are not read yet, oldest first. */
export const waitingPayloads = (ctx: Ctx, channelId: string, most: number): Promise<WaitingPayload[]> =>
  rows<WaitingPayload>(ctx, waiting(ctx.tenantId, channelId, most));

/** The same without their bodies: only the ids. */
export const waitingIds = async (ctx: Ctx, channelId: string, most: number): Promise<string[]> => {
  const statement = sql`select w.payload_id as id from waiting_payloads w where ${ofChannel(ctx, channelId)} order by w.payload_id limit ${most}`;
  return (await rows<{ id: string }>(ctx, statement)).map(({ id }) => id);
};

/** The oldest of them, as many as fit into so many bytes, but one at least: a mail can be as large as a callback may be. */
export const nextPayloads = (
  ctx: Ctx,
  channelId: string,
  { most, maxBytes }: { most: number; maxBytes: number },
): Promise<WaitingPayload[]> =>
  rows<WaitingPayload>(
    ctx,
    sql`with oldest as (
          select w.payload_id as id, coalesce(octet_length(p.body), 0) as bytes from waiting_payloads w
          left join inbound_payloads p on p.tenant_id = w.tenant_id and p.id = w.payload_id
          where ${ofChannel(ctx, channelId)} order by w.payload_id limit ${most}
        ), fitting as (
          select id, sum(bytes) over (order by id) - bytes as before, sum(bytes) over (order by id) as total from oldest
        )
        select f.id, ${asItCame} from fitting f
        left join inbound_payloads p on p.tenant_id = ${ctx.tenantId} and p.id = f.id
        where f.before = 0 or f.total <= ${maxBytes} order by f.id`,
  );

const settling = prepared(
  'settle_payloads',
  sql`delete from waiting_payloads where tenant_id = $1 and channel_id = $2 and payload_id = any($3::uuid[])`,
);

/** Read, in the transaction that stored what they said. `unreadable` are kept with the reason, for somebody to look at. */
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
