import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { RecipientError } from './recipient.ts';
import type { Stand } from './settle-merged.ts';

const columns = sql`r.id, r.run_id as "runId", r.channel_id as "channelId", r.contact_id as "contactId", r.state,
  r.message_id as "messageId", r.handle_id as "handleId"`;

/** By run and contact, which is a key: a million recipients need no index of their contacts for what is rare. */
const ofPeople = (ctx: Ctx, contactIds: string[]) =>
  sql`(select id from campaign_runs where tenant_id = ${ctx.tenantId}) run
    cross join unnest(${contactIds}::uuid[]) as person(id)
    cross join lateral (select * from campaign_recipients
      where tenant_id = ${ctx.tenantId} and run_id = run.id and contact_id = person.id offset 0) r`;

/** The rows of these contacts in every run there was. */
export const selectStands = (ctx: Ctx, contactIds: string[]): Promise<Stand[]> =>
  rows<Stand>(ctx, sql`select ${columns} from ${ofPeople(ctx, contactIds)} order by r.id`);

/** The same, as they are now, and nobody else changes them until the transaction ends. */
export const lockStands = (ctx: Ctx, ids: string[]): Promise<Stand[]> =>
  rows<Stand>(
    ctx,
    sql`select ${columns} from (select unnest(${ids}::uuid[]) as id order by 1) wanted
        cross join lateral (select * from campaign_recipients where tenant_id = ${ctx.tenantId} and id = wanted.id offset 0 for update) r`,
  );

export const moveStands = (ctx: Ctx, ids: string[], contactId: string) =>
  rows(
    ctx,
    sql`update campaign_recipients set contact_id = ${contactId}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );

/** Without an address a row is never handed over nor tried again. */
export const retireStands = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`update campaign_recipients set handle_id = null where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`);

/** Why a message that was on its way was taken back. */
export const explainStands = (ctx: Ctx, ids: string[], error: RecipientError) =>
  rows(
    ctx,
    sql`update campaign_recipients set error = ${JSON.stringify(error)}, handle_id = null, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );

/** Planned recipients who are not written to after all. The counts are the last thing a transaction touches. */
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

/** What was to be said to somebody goes, and what a provider said of them; that they were in the run, and how it went, stays. */
export const emptyStands = (ctx: Ctx, ids: string[]) =>
  rows(
    ctx,
    sql`update campaign_recipients set parameters = '{}', handle_id = null,
          error = case when error is not null then error || jsonb_build_object('message', ${ERASED}::text) end
        where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
