import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, idFor, prepared, row, rows } from '../../storage/context.ts';
import type { RecipientError, RecipientState } from './recipient.ts';

export type RunTarget = { campaignId: string; runId: string; channelId: string };
/** The errors of skipped recipients. */
type Skips = { unsubscribed: RecipientError; noAddress: RecipientError };
/** `listed`: contacts in the page. `last`: the cursor. `planned`, `skipped`: new rows. */
type Page = { listed: number; last: string | null; planned: number; skipped: number };

/**
 * Inserts the recipients of a page of contacts in one statement, so that contacts do not pass through the worker. A repeated page
 * inserts no second row. Deleted contacts get none.
 */
export async function planRecipients(
  ctx: Ctx,
  { campaignId, runId, channelId }: RunTarget,
  people: Sql,
  most: number,
  { unsubscribed, noAddress }: Skips,
): Promise<Page> {
  const ids = Array.from({ length: most }, () => idFor(ctx));
  const page = await row<Page>(
    ctx,
    sql`with people as materialized (select row_number() over (order by p.listed_id) as n, p.* from (${people}) p),
        inserted as (
          insert into campaign_recipients (tenant_id, id, campaign_id, run_id, contact_id, channel_id, handle_id, state, parameters, error,
            created_at, updated_at)
          select ${ctx.tenantId}, fresh.id, ${campaignId}, ${runId}, p.contact_id, ${channelId}, p.handle_id,
            case when why.error is null then 'planned' else 'skipped' end, p.parameters, why.error, ${ctx.clock.now()}, ${ctx.clock.now()}
          from people p join unnest(${ids}::uuid[]) with ordinality as fresh(id, n) using (n)
          cross join lateral (select case when p.is_withdrawn then ${JSON.stringify(unsubscribed)}::jsonb
            when p.handle_id is null then ${JSON.stringify(noAddress)}::jsonb end as error) why
          where p.is_there
          order by n
          on conflict (tenant_id, run_id, contact_id, channel_id) do nothing returning state)
        select (select count(*)::int from people) as listed, (select listed_id from people order by n desc limit 1) as last,
          count(*) filter (where state = 'planned')::int as planned, count(*) filter (where state = 'skipped')::int as skipped from inserted`,
  );
  return page ?? { listed: 0, last: null, planned: 0, skipped: 0 };
}

/** Adds the new rows of a page to the counts. Counts are updated last (lock order). */
export const countPlanned = (ctx: Ctx, runId: string, { planned, skipped }: Page) =>
  rows(
    ctx,
    sql`update campaign_counts set planned = planned + ${planned}, skipped = skipped + ${skipped}
        where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
  );

/** The outcome of a message, for its recipient row. */
export type RecipientOutcome = {
  recipientId: string;
  messageId: string;
  state: RecipientState;
  error: RecipientError | null;
  receipt: 'delivered' | 'read' | null;
};

const changeOf = (state: RecipientState): string =>
  `${state} = c.${state} + (select count(*) filter (where d.state = '${state}') - count(*) filter (where d.was = '${state}') from changed d where d.run_id = c.run_id)`;
const countedStates: RecipientState[] = ['queued', 'sent', 'failed', 'unknown', 'cancelled'];

/** Looks each recipient up by its key, also without table statistics. Ignores outcomes of replaced messages. */
const recording = prepared('note_recipients', {
  text: `with before as materialized (
      select t.state, t.error, r.id, r.state as was, r.receipt as had,
        case when t.state <> 'sent' then r.receipt when 'read' in (t.receipt, r.receipt) then 'read' else coalesce(t.receipt, r.receipt) end as receipt
      from unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::text[]) as t(id, message_id, state, error, receipt)
      cross join lateral (select id, state, receipt from campaign_recipients
        where tenant_id = $1 and id = t.id and message_id = t.message_id offset 0 for update) r),
    changed as (
      update campaign_recipients r set state = b.state, error = b.error, receipt = b.receipt, updated_at = $7
      from before b where r.tenant_id = $1 and r.id = b.id and (b.state <> b.was or b.receipt is distinct from b.had)
      returning r.run_id, b.state, b.was, b.receipt, b.had)
    update campaign_counts c set ${countedStates.map(changeOf).join(', ')},
      delivered = c.delivered + (select count(d.receipt) - count(d.had) from changed d where d.run_id = c.run_id),
      read = c.read + (select count(*) filter (where d.receipt = 'read') - count(*) filter (where d.had = 'read') from changed d where d.run_id = c.run_id)
    where c.tenant_id = $1 and c.run_id in (select run_id from changed)`,
});

/** Stores the outcomes of messages in their recipients and updates the counts, in the transaction of the outcome. */
export async function noteRecipients(ctx: Ctx, outcomes: RecipientOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await rows(
    ctx,
    recording(
      ctx.tenantId,
      outcomes.map((one) => one.recipientId),
      outcomes.map((one) => one.messageId),
      outcomes.map((one) => one.state),
      outcomes.map((one) => one.error && JSON.stringify(one.error)),
      outcomes.map((one) => one.receipt),
      ctx.clock.now(),
    ),
  );
}

/** Deletes recipients of a deleted campaign, some at a time. Returns how many. */
export async function removeRecipients(ctx: Ctx, runId: string, most: number): Promise<number> {
  const removed = await rows(
    ctx,
    sql`delete from campaign_recipients r using (
          select id from campaign_recipients where tenant_id = ${ctx.tenantId} and run_id = ${runId} limit ${most}) p
        where r.tenant_id = ${ctx.tenantId} and r.id = p.id returning r.id`,
  );
  return removed.length;
}
