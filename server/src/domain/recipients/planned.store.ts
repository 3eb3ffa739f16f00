import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import type { RecipientError, RecipientState } from './recipient.ts';

export type Planned = {
  id: string;
  contactId: string;
  handleId: string;
  attempts: number;
  parameters: Record<string, unknown>;
};

const NOWHERE = '00000000-0000-0000-0000-000000000000';

const taking = prepared('take_planned', {
  text: `select id, contact_id as "contactId", handle_id as "handleId", attempts, parameters from campaign_recipients
    where tenant_id = $1 and run_id = $2 and contact_id > $3 and state = 'planned' order by contact_id limit $4`,
});

/** Returns the next planned recipients of a run, in order. Needs no row locks: the dispatch job of the run is locked. */
export const takePlanned = (ctx: Ctx, runId: string, after: string | null, most: number): Promise<Planned[]> =>
  rows<Planned>(ctx, taking(ctx.tenantId, runId, after ?? NOWHERE, most));

/** Begins with the first again: somebody is planned who was passed by. */
export const retryOnDeadlock = (ctx: Ctx, runId: string) =>
  rows(ctx, sql`update campaign_counts set released_to = null where tenant_id = ${ctx.tenantId} and run_id = ${runId}`);

/** The result of dispatching one recipient. */
export type Released = {
  id: string;
  state: RecipientState;
  messageId: string | null;
  automationRunId: string | null;
  error: RecipientError | null;
};

const dispatching = prepared('release_recipients', {
  text: `update campaign_recipients r set state = n.state, message_id = n.message_id, automation_run_id = n.automation_run_id,
      error = n.error, attempts = r.attempts + 1, updated_at = $7
    from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::jsonb[]) as n(id, state, message_id, automation_run_id, error)
    where r.tenant_id = $1 and r.id = n.id`,
});

/** Stores the results of dispatched recipients and the last contact. Counts are updated last (lock order). */
export async function recordReleased(ctx: Ctx, runId: string, dispatched: Released[], upTo: string | undefined): Promise<void> {
  if (dispatched.length === 0) return;
  const count = (state: RecipientState) => dispatched.filter((one) => one.state === state).length;
  await rows(
    ctx,
    dispatching(
      ctx.tenantId,
      dispatched.map((one) => one.id),
      dispatched.map((one) => one.state),
      dispatched.map((one) => one.messageId),
      dispatched.map((one) => one.automationRunId),
      dispatched.map((one) => one.error && JSON.stringify(one.error)),
      ctx.clock.now(),
    ),
  );
  await rows(
    ctx,
    sql`update campaign_counts set planned = planned - ${dispatched.length}, queued = queued + ${count('queued')},
          sent = sent + ${count('sent')}, failed = failed + ${count('failed')}, skipped = skipped + ${count('skipped')},
          released_to = ${upTo}
        where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
  );
}

/** Cancels the next planned recipients. Returns how many. */
export async function cancelPlanned(ctx: Ctx, runId: string, after: string | null, most: number): Promise<number> {
  const cancelled = await rows<{ contactId: string }>(
    ctx,
    sql`with p as (select id from campaign_recipients
          where tenant_id = ${ctx.tenantId} and run_id = ${runId} and contact_id > ${after ?? NOWHERE} and state = 'planned'
          order by contact_id limit ${most} for update)
        update campaign_recipients r set state = 'cancelled', updated_at = ${ctx.clock.now()}
        from p where r.tenant_id = ${ctx.tenantId} and r.id = p.id returning r.contact_id as "contactId"`,
  );
  const last = cancelled.reduce((max, { contactId }) => (contactId > max ? contactId : max), NOWHERE);
  if (cancelled.length > 0)
    await rows(
      ctx,
      sql`update campaign_counts set planned = planned - ${cancelled.length}, cancelled = cancelled + ${cancelled.length},
            released_to = ${last}
          where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
    );
  return cancelled.length;
}

/** Plans failed recipients again, and on request those with an unknown outcome. Outcomes of their old messages are ignored. Returns how many. */
export async function planAgain(ctx: Ctx, runId: string, withUnknown: boolean): Promise<number> {
  const counted = await row<{ failed: number; unknown: number }>(
    ctx,
    sql`with again as (
          update campaign_recipients r set state = 'planned', error = null, message_id = null, automation_run_id = null,
            updated_at = ${ctx.clock.now()}
          from (select id, state as was from campaign_recipients
            where tenant_id = ${ctx.tenantId} and run_id = ${runId} and state in ('failed', 'unknown')
              and handle_id is not null and (state = 'failed' or ${withUnknown})
            order by id for update) p
          where r.tenant_id = ${ctx.tenantId} and r.id = p.id returning p.was)
        select count(*) filter (where was = 'failed')::int as failed, count(*) filter (where was = 'unknown')::int as unknown from again`,
  );
  const { failed = 0, unknown = 0 } = counted ?? {};
  if (failed + unknown > 0)
    await rows(
      ctx,
      sql`update campaign_counts set planned = planned + ${failed + unknown}, failed = failed - ${failed}, unknown = unknown - ${unknown},
            released_to = null
          where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
    );
  return failed + unknown;
}
