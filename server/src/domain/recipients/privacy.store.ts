import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { RecipientError } from './recipient.ts';
import type { RecipientRow } from './settle-merged.ts';

const columns = sql`r.id, r.run_id as "runId", r.channel_id as "channelId", r.contact_id as "contactId", r.state,
  r.message_id as "messageId", r.handle_id as "handleId"`;

/** Looks rows up by run and contact, which is a key: an index on contacts would cost too much for a rare query. */
const ofContacts = (ctx: Ctx, contactIds: string[]) =>
  sql`(select id from campaign_runs where tenant_id = ${ctx.tenantId}) run
    cross join unnest(${contactIds}::uuid[]) as person(id)
    cross join lateral (select * from campaign_recipients
      where tenant_id = ${ctx.tenantId} and run_id = run.id and contact_id = person.id offset 0) r`;

/** Returns the rows of these contacts in all runs. */
export const selectRecipientRows = (ctx: Ctx, contactIds: string[]): Promise<RecipientRow[]> =>
  rows<RecipientRow>(ctx, sql`select ${columns} from ${ofContacts(ctx, contactIds)} order by r.id`);

/** Locks rows by id and returns their current state. */
export const lockRecipientRows = (ctx: Ctx, ids: string[]): Promise<RecipientRow[]> =>
  rows<RecipientRow>(
    ctx,
    sql`select ${columns} from (select unnest(${ids}::uuid[]) as id order by 1) wanted
        cross join lateral (select * from campaign_recipients where tenant_id = ${ctx.tenantId} and id = wanted.id offset 0 for update) r`,
  );

export const moveRecipientRows = (ctx: Ctx, ids: string[], contactId: string) =>
  rows(
    ctx,
    sql`update campaign_recipients set contact_id = ${contactId}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );

/** Removes the address, so that the rows are neither dispatched nor retried. */
export const retireRecipientRows = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`update campaign_recipients set handle_id = null where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`);

/** Stores why the queued messages of these rows were cancelled. */
export const recordCancelled = (ctx: Ctx, ids: string[], error: RecipientError) =>
  rows(
    ctx,
    sql`update campaign_recipients set error = ${JSON.stringify(error)}, handle_id = null, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );

/** Skips planned recipients. Counts are updated last (lock order). */
export async function skipPlanned(ctx: Ctx, ids: string[], error: RecipientError): Promise<void> {
  if (ids.length === 0) return;
  await rows(
    ctx,
    sql`with skipped as (
          update campaign_recipients set state = 'skipped', error = ${JSON.stringify(error)}, handle_id = null, updated_at = ${ctx.clock.now()}
          where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) and state = 'planned' returning run_id),
        changed as (select run_id, count(*)::int as n from skipped group by run_id)
        update campaign_counts c set planned = c.planned - changed.n, skipped = c.skipped + changed.n
        from changed where c.tenant_id = ${ctx.tenantId} and c.run_id = changed.run_id`,
  );
}

const ERASED = 'Erased with the contact';

/** Deletes personal data of recipients: parameters, address and provider messages. Keeps the rows and their states. */
export const eraseRecipientRows = (ctx: Ctx, ids: string[]) =>
  rows(
    ctx,
    sql`update campaign_recipients set parameters = '{}', handle_id = null,
          error = case when error is not null then error || jsonb_build_object('message', ${ERASED}::text) end
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
