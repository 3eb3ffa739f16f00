import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Fold } from '../../storage/fold.ts';

export type RecipientErrorCount = { key: string; code: string | null; message: string; count: number };

/**
 * Counts the errors of a campaign's recipients, the most frequent first. Reads what is folded and what is not. The message is that of one
 * recipient with the error: the counts have none, because it may hold personal data.
 */
export const countErrors = (ctx: Ctx, campaignId: string, most: number): Promise<RecipientErrorCount[]> =>
  rows<RecipientErrorCount>(
    ctx,
    sql`with counted as (
          select key, code, sum(amount) as amount
          from (select key, code, amount from campaign_error_counts where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}
            union all
            select key, code, amount from campaign_error_deltas where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}) stored
          group by 1, 2 having sum(amount) > 0 order by 3 desc, 1, nullif(code, '') limit ${most})
        select c.key, nullif(c.code, '') as code, r.message, c.amount::float8 as count
        from counted c
        cross join lateral (select error->>'message' as message from campaign_recipients
          where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId} and error is not null
            and error_key = c.key and error_code = c.code limit 1) r
        order by 4 desc, 1, 2`,
  );

/**
 * Adds changes to the counts. A campaign is locked against its deletion, which deletes its counts; changes of recipients of a deleted
 * campaign are dropped.
 */
async function foldSome(ctx: Ctx, most: number): Promise<number> {
  const folded = await row<{ n: number }>(
    ctx,
    sql`with taken as (
          delete from campaign_error_deltas where tenant_id = ${ctx.tenantId} and id = any(array(
            select id from campaign_error_deltas where tenant_id = ${ctx.tenantId} order by id limit ${most} for update skip locked))
          returning *),
        existing as (
          select c.id from (select distinct campaign_id from taken order by 1) t
          cross join lateral (select id from campaigns where tenant_id = ${ctx.tenantId} and id = t.campaign_id offset 0 for key share) c),
        added as (
          insert into campaign_error_counts as known (tenant_id, campaign_id, key, code, amount)
          select t.tenant_id, t.campaign_id, t.key, t.code, sum(t.amount)
          from taken t join existing e on e.id = t.campaign_id group by 1, 2, 3, 4 order by 1, 2, 3, 4
          on conflict (tenant_id, campaign_id, key, code) do update set amount = known.amount + excluded.amount)
        select count(*)::int as n from taken`,
  );
  return folded?.n ?? 0;
}

export const recipientErrorFold: Fold = { deltas: 'campaign_error_deltas', foldSome };
