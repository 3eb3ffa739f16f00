import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';

/**
 * Deletes the variables of contacts in audiences, and the text of refused lines that contain one of the terms. Keeps the audience
 * rows, and the numbers and reasons of refused lines.
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
