import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import { selectRunCounts } from './counts.store.ts';

export type Queued = { id: string; messageId: string };

/**
 * Returns the recipients of a run whose messages are queued. Searches backwards from the last dispatched contact first, because most
 * are close to it; searches all only if the count differs.
 */
export async function selectQueued(ctx: Ctx, runId: string): Promise<Queued[]> {
  const counts = await selectRunCounts(ctx, runId);
  if (!counts || counts.queued === 0) return [];
  const { queued: most, releasedTo } = counts;
  const recent = releasedTo === null ? [] : await selectBefore(ctx, runId, releasedTo, most);
  return recent.length === most ? recent : selectAllQueued(ctx, runId);
}

const selectBefore = (ctx: Ctx, runId: string, from: string, most: number): Promise<Queued[]> =>
  rows<Queued>(
    ctx,
    sql`select id, message_id as "messageId" from campaign_recipients
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} and contact_id <= ${from} and state = 'queued'
        order by contact_id desc limit ${most}`,
  );

const selectAllQueued = (ctx: Ctx, runId: string): Promise<Queued[]> =>
  rows<Queued>(
    ctx,
    sql`select id, message_id as "messageId" from campaign_recipients
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} and state = 'queued'`,
  );

/** Fails recipients whose message was deleted with its chat before it was sent. */
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
