import sql from 'sql-template-tag';
import { type Ctx, prepared, rows } from '../../storage/context.ts';
import type { RecipientError, RecipientState } from './recipient.ts';

export type NewRecipient = {
  id: string;
  contactId: string;
  handleId: string | null;
  state: 'planned' | 'skipped';
  parameters: Record<string, unknown>;
  error: RecipientError | null;
};

export type Place = { campaignId: string; runId: string; channelId: string };

/** Keeps a page of recipients and counts those that were new: a page that is planned twice makes no second row. */
export async function insertRecipients(ctx: Ctx, { campaignId, runId, channelId }: Place, page: NewRecipient[]): Promise<void> {
  if (page.length === 0) return;
  await rows(
    ctx,
    sql`with kept as (
          insert into campaign_recipients (tenant_id, id, campaign_id, run_id, contact_id, channel_id, handle_id, state, parameters, error,
            created_at, updated_at)
          select ${ctx.tenantId}, p.id, ${campaignId}, ${runId}, p.contact_id, ${channelId}, p.handle_id, p.state, p.parameters, p.error,
            ${ctx.clock.now()}, ${ctx.clock.now()}
          from unnest(${page.map((one) => one.id)}::uuid[], ${page.map((one) => one.contactId)}::uuid[],
            ${page.map((one) => one.handleId)}::uuid[], ${page.map((one) => one.state)}::text[],
            ${page.map((one) => JSON.stringify(one.parameters))}::jsonb[],
            ${page.map((one) => one.error && JSON.stringify(one.error))}::jsonb[])
            as p(id, contact_id, handle_id, state, parameters, error)
          on conflict (tenant_id, run_id, contact_id, channel_id) do nothing returning state)
        update campaign_counts c set planned = c.planned + new.planned, skipped = c.skipped + new.skipped
        from (select count(*) filter (where state = 'planned') as planned, count(*) filter (where state = 'skipped') as skipped
          from kept) new
        where c.tenant_id = ${ctx.tenantId} and c.run_id = ${runId}`,
  );
}

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
