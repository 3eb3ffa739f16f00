import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Template } from './template.ts';

export async function insertDeleted(ctx: Ctx, { id, name, language }: Pick<Template, 'id' | 'name' | 'language'>): Promise<void> {
  await rows(
    ctx,
    sql`insert into deleted_templates (tenant_id, id, name, language, deleted_at)
        values (${ctx.tenantId}, ${id}, ${name}, ${language}, ${ctx.clock.now()}) on conflict do nothing`,
  );
}

/** `name` and `language` are null for a template that was deleted before they were stored. */
export type MissingTemplate = { id: string; name: string | null; language: string | null };

/** Returns the ids that are no template any more, with the names of the deleted templates. */
export const selectMissing = (ctx: Ctx, ids: string[]) =>
  rows<MissingTemplate>(
    ctx,
    sql`select wanted.id, d.name, d.language from unnest(${ids}::uuid[]) as wanted(id)
        left join deleted_templates d on d.tenant_id = ${ctx.tenantId} and d.id = wanted.id
        where not exists (select from message_templates t where t.tenant_id = ${ctx.tenantId} and t.id = wanted.id)`,
  );

export type Uses = { automationIds: string[]; campaignIds: string[] };

const MOST_NAMED = 100;

/** Returns the published automations and the unfinished campaigns that send a template, at most a hundred of each. */
export const selectUses = (ctx: Ctx, id: string) =>
  row<Uses>(
    ctx,
    sql`select
          array(select a.id from automations a
            join automation_versions v on v.tenant_id = a.tenant_id and v.id = a.active_version_id
            where a.tenant_id = ${ctx.tenantId} and a.status in ('active', 'paused') and exists (
              select from jsonb_array_elements(v.definition->'steps') step where lower(step->>'templateId') = ${id}::text)
            order by a.id limit ${MOST_NAMED}) as "automationIds",
          array(select c.id from campaigns c
            where c.tenant_id = ${ctx.tenantId} and c.status in ('draft', 'scheduled', 'running', 'paused')
              and (lower(c.content->'template'->>'id') = ${id}::text or c.message_template_id = ${id}::uuid)
            order by c.id limit ${MOST_NAMED}) as "campaignIds"`,
  );
