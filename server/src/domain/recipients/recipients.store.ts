import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, idFor, prepared, row, rows } from '../../storage/context.ts';
import type { RecipientError, RecipientState } from './recipient.ts';

export type Place = { campaignId: string; runId: string; channelId: string };
/** Why somebody has a row and is not written to. */
type Skips = { unsubscribed: RecipientError; noAddress: RecipientError };
/** How many people were listed, whom pages go on after, and how many rows are new. */
type Page = { listed: number; last: string | null; planned: number; skipped: number };

/**
 * Makes recipients of a page of people, in one statement: a million people are in the database already, and none passes through
 * the worker. A page that is planned twice makes no second row; whoever was deleted has none.
 */
export async function planRecipients(
  ctx: Ctx,
  { campaignId, runId, channelId }: Place,
  people: Sql,
  most: number,
  { unsubscribed, noAddress }: Skips,
): Promise<Page> {
  const ids = Array.from({ length: most }, () => idFor(ctx));
  const page = await row<Page>(
    ctx,
    sql`with people as materialized (select row_number() over (order by p.listed_id) as n, p.* from (${people}) p),
        kept as (
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
          count(*) filter (where state = 'planned')::int as planned, count(*) filter (where state = 'skipped')::int as skipped from kept`,
  );
  return page ?? { listed: 0, last: null, planned: 0, skipped: 0 };
}

/** Counts the rows that a page made. The counts are the last thing a transaction touches. */
export const countPlanned = (ctx: Ctx, runId: string, { planned, skipped }: Page) =>
  rows(
    ctx,
    sql`update campaign_counts set planned = planned + ${planned}, skipped = skipped + ${skipped}
        where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
  );

/** What became of a message, as its recipient sees it. */
export type Note = {
  recipientId: string;
  messageId: string;
  state: RecipientState;
  error: RecipientError | null;
  receipt: 'delivered' | 'read' | null;
};

const changeOf = (state: RecipientState): string =>
  `${state} = c.${state} + (select count(*) filter (where d.state = '${state}') - count(*) filter (where d.was = '${state}') from changed d where d.run_id = c.run_id)`;
const moving: RecipientState[] = ['queued', 'sent', 'failed', 'unknown', 'cancelled'];

/** A recipient is looked up by its key, whatever the planner believes of the table; only its live message counts. */
const noting = prepared('note_recipients', {
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
    update campaign_counts c set ${moving.map(changeOf).join(', ')},
      delivered = c.delivered + (select count(d.receipt) - count(d.had) from changed d where d.run_id = c.run_id),
      read = c.read + (select count(*) filter (where d.receipt = 'read') - count(*) filter (where d.had = 'read') from changed d where d.run_id = c.run_id)
    where c.tenant_id = $1 and c.run_id in (select run_id from changed)`,
});

/** Tells recipients what became of their messages, and counts it, in the transaction in which it became so. */
export async function noteRecipients(ctx: Ctx, notes: Note[]): Promise<void> {
  if (notes.length === 0) return;
  await rows(
    ctx,
    noting(
      ctx.tenantId,
      notes.map((one) => one.recipientId),
      notes.map((one) => one.messageId),
      notes.map((one) => one.state),
      notes.map((one) => one.error && JSON.stringify(one.error)),
      notes.map((one) => one.receipt),
      ctx.clock.now(),
    ),
  );
}

/** Takes rows of a campaign that is gone away, so many at a time; answers how many. */
export async function removeRecipients(ctx: Ctx, runId: string, most: number): Promise<number> {
  const removed = await rows(
    ctx,
    sql`delete from campaign_recipients r using (
          select id from campaign_recipients where tenant_id = ${ctx.tenantId} and run_id = ${runId} limit ${most}) p
        where r.tenant_id = ${ctx.tenantId} and r.id = p.id returning r.id`,
  );
  return removed.length;
}
