import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';

/**
 * What files and callers said of somebody for their campaigns goes, and so does the text of refused lines that hold one of their
 * addresses. That they are in an audience, and how many lines were refused and why, stays.
 */
export async function emptyAudiences(ctx: Ctx, contactIds: string[], terms: string[]): Promise<void> {
  await rows(
    ctx,
    sql`update campaign_audience a set variables = '{}'
        from (select id from campaigns where tenant_id = ${ctx.tenantId}) g, unnest(${contactIds}::uuid[]) as person(id)
        where a.tenant_id = ${ctx.tenantId} and a.campaign_id = g.id and a.contact_id = person.id and a.variables <> '{}'`,
  );
  if (terms.length === 0) return;
  await rows(
    ctx,
    sql`update campaign_refused_lines set text = '' where tenant_id = ${ctx.tenantId}
        and exists (select 1 from unnest(${terms}::text[]) as t(term) where position(lower(t.term) in lower(text)) > 0)`,
  );
}
