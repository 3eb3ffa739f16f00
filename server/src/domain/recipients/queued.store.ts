import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import { selectRunCounts } from './counts.store.ts';

export type Queued = { id: string; messageId: string };

/**
 * The recipients of a run whose messages are on their way. They are not far behind the one who was handed over last, so that is
 * where the search begins; it ends when it has found as many as there are.
 */
export async function selectQueued(ctx: Ctx, runId: string): Promise<Queued[]> {
  const counts = await selectRunCounts(ctx, runId);
  if (!counts || counts.queued === 0) return [];
  const { queued: most, releasedTo } = counts;
  const near = releasedTo === null ? [] : await behind(ctx, runId, releasedTo, most);
  return near.length === most ? near : everyone(ctx, runId);
}

const behind = (ctx: Ctx, runId: string, from: string, most: number): Promise<Queued[]> =>
  rows<Queued>(
    ctx,
    sql`select id, message_id as "messageId" from campaign_recipients
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} and contact_id <= ${from} and state = 'queued'
        order by contact_id desc limit ${most}`,
  );

const everyone = (ctx: Ctx, runId: string): Promise<Queued[]> =>
  rows<Queued>(
    ctx,
    sql`select id, message_id as "messageId" from campaign_recipients
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} and state = 'queued'`,
  );

/** Recipients whose message was deleted, with its chat, before it was sent. */
export async function failLost(ctx: Ctx, runId: string): Promise<void> {
  const error = { key: 'message_not_found', code: null, message: 'The chat was deleted before the message was sent' };
  const queued = await selectQueued(ctx, runId);
  const lost = await rows(
    ctx,
    sql`update campaign_recipients r set state = 'failed', error = ${JSON.stringify(error)}, updated_at = ${ctx.clock.now()}
        from unnest(${queued.map(({ id }) => id)}::uuid[]) as q(id)
        where r.tenant_id = ${ctx.tenantId} and r.id = q.id and r.state = 'queued'
          and not exists (select 1 from messages m where m.tenant_id = ${ctx.tenantId} and m.id = r.message_id)
        returning r.id`,
  );
  if (lost.length > 0)
    await rows(
      ctx,
      sql`update campaign_counts set queued = queued - ${lost.length}, failed = failed + ${lost.length}
          where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
    );
}
