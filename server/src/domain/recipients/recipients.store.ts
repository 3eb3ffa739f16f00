import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
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

export type Planned = {
  id: string;
  contactId: string;
  handleId: string;
  attempts: number;
  parameters: Record<string, unknown>;
};

/** The next recipients of a run that nobody has been handed yet, held until the transaction ends. */
export const takePlanned = (ctx: Ctx, runId: string, most: number): Promise<Planned[]> =>
  rows<Planned>(
    ctx,
    sql`select id, contact_id as "contactId", handle_id as "handleId", attempts, parameters from campaign_recipients
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} and state = 'planned'
        order by state, id limit ${most} for update skip locked`,
  );

/** What became of a planned recipient when its turn came. */
export type Released = {
  id: string;
  state: RecipientState;
  messageId: string | null;
  automationRunId: string | null;
  error: RecipientError | null;
};

/** Writes down what was made of planned recipients. The counts are the last thing a transaction touches. */
export async function recordReleased(ctx: Ctx, runId: string, released: Released[]): Promise<void> {
  if (released.length === 0) return;
  const count = (state: RecipientState) => released.filter((one) => one.state === state).length;
  await rows(
    ctx,
    sql`update campaign_recipients r set state = n.state, message_id = n.message_id, automation_run_id = n.automation_run_id,
          error = n.error, attempts = r.attempts + 1, updated_at = ${ctx.clock.now()}
        from unnest(${released.map((one) => one.id)}::uuid[], ${released.map((one) => one.state)}::text[],
          ${released.map((one) => one.messageId)}::uuid[], ${released.map((one) => one.automationRunId)}::uuid[],
          ${released.map((one) => one.error && JSON.stringify(one.error))}::jsonb[])
          as n(id, state, message_id, automation_run_id, error)
        where r.tenant_id = ${ctx.tenantId} and r.id = n.id`,
  );
  await rows(
    ctx,
    sql`update campaign_counts set planned = planned - ${released.length}, queued = queued + ${count('queued')},
          sent = sent + ${count('sent')}, failed = failed + ${count('failed')}, skipped = skipped + ${count('skipped')}
        where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
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

/** The messages of a run that are on their way. */
export const selectQueued = async (ctx: Ctx, runId: string): Promise<string[]> => {
  const queued = await rows<{ messageId: string }>(
    ctx,
    sql`select message_id as "messageId" from campaign_recipients
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} and state = 'queued'`,
  );
  return queued.map(({ messageId }) => messageId);
};

/** Takes back recipients that nobody has been handed yet, so many at a time; answers how many. */
export async function cancelPlanned(ctx: Ctx, runId: string, most: number): Promise<number> {
  const cancelled = await rows(
    ctx,
    sql`update campaign_recipients r set state = 'cancelled', updated_at = ${ctx.clock.now()}
        from (select id from campaign_recipients where tenant_id = ${ctx.tenantId} and run_id = ${runId} and state = 'planned'
          order by state, id limit ${most} for update) p
        where r.tenant_id = ${ctx.tenantId} and r.id = p.id returning r.id`,
  );
  if (cancelled.length > 0)
    await rows(
      ctx,
      sql`update campaign_counts set planned = planned - ${cancelled.length}, cancelled = cancelled + ${cancelled.length}
          where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
    );
  return cancelled.length;
}

/** Recipients in these states get another try, under another message; their old one no longer speaks for them. Answers how many. */
export async function planAgain(ctx: Ctx, runId: string, withUnknown: boolean): Promise<number> {
  const counted = await row<{ failed: number; unknown: number }>(
    ctx,
    sql`with again as (
          update campaign_recipients r set state = 'planned', error = null, message_id = null, automation_run_id = null,
            updated_at = ${ctx.clock.now()}
          from (select id, state as was from campaign_recipients
            where tenant_id = ${ctx.tenantId} and run_id = ${runId} and state in ('failed', 'unknown')
              and handle_id is not null and (state = 'failed' or ${withUnknown})
            order by state, id for update) p
          where r.tenant_id = ${ctx.tenantId} and r.id = p.id returning p.was)
        select count(*) filter (where was = 'failed')::int as failed, count(*) filter (where was = 'unknown')::int as unknown from again`,
  );
  const { failed = 0, unknown = 0 } = counted ?? {};
  if (failed + unknown > 0)
    await rows(
      ctx,
      sql`update campaign_counts set planned = planned + ${failed + unknown}, failed = failed - ${failed}, unknown = unknown - ${unknown}
          where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
    );
  return failed + unknown;
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

/** Recipients whose message was deleted, with its chat, before it was sent. */
export async function failLost(ctx: Ctx, runId: string): Promise<void> {
  const error = { key: 'message_not_found', code: null, message: 'The chat was deleted before the message was sent' };
  const lost = await rows(
    ctx,
    sql`update campaign_recipients r set state = 'failed', error = ${JSON.stringify(error)}, updated_at = ${ctx.clock.now()}
        where r.tenant_id = ${ctx.tenantId} and r.run_id = ${runId} and r.state = 'queued'
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
