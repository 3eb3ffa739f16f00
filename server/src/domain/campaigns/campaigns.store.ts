import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { Campaign } from './campaign.ts';

export const campaignColumns = sql`id, channel_id as "channelId", name, description, status, status_reason as "statusReason", content,
  automation_id as "automationId", message_template_id as "messageTemplateId", variables, audience, scheduled_at as "scheduledAt",
  recurrence_rules as "recurrenceRules", time_zone as "timeZone", missed, next_run_at as "nextRunAt", current_run_id as "currentRunId",
  created_at as "createdAt", updated_at as "updatedAt"`;

export const insertCampaign = (ctx: Ctx, campaign: Omit<Campaign, 'createdAt' | 'updatedAt'>) => {
  const now = ctx.clock.now();
  const { content } = campaign;
  return row<Campaign>(
    ctx,
    sql`insert into campaigns (tenant_id, id, channel_id, name, description, status, content, automation_id, message_template_id, variables,
          audience, scheduled_at, recurrence_rules, time_zone, missed, created_at, updated_at)
        values (${ctx.tenantId}, ${campaign.id}, ${campaign.channelId}, ${campaign.name}, ${campaign.description}, ${campaign.status},
          ${content && JSON.stringify(content)}, ${campaign.automationId}, ${campaign.messageTemplateId},
          ${JSON.stringify(campaign.variables)}, ${JSON.stringify(campaign.audience)}, ${campaign.scheduledAt},
          ${campaign.recurrenceRules}::text[], ${campaign.timeZone}, ${campaign.missed}, ${now}, ${now})
        returning ${campaignColumns}`,
  );
};

export const selectCampaign = (ctx: Ctx, id: string) =>
  row<Campaign>(ctx, sql`select ${campaignColumns} from campaigns where tenant_id = ${ctx.tenantId} and id = ${id}`);

/** Locks a campaign until the transaction ends. Lock the dispatch job of its run first. */
export const lockCampaign = (ctx: Ctx, id: string) =>
  row<Campaign>(ctx, sql`select ${campaignColumns} from campaigns where tenant_id = ${ctx.tenantId} and id = ${id} for update`);

/** Returns campaigns that run, or that start by then. */
export const selectDueCampaigns = async (ctx: Ctx, until: Date): Promise<string[]> => {
  const due = await rows<{ id: string }>(
    ctx,
    sql`select id from campaigns where tenant_id = ${ctx.tenantId}
        and (status = 'running' or (status = 'scheduled' and coalesce(next_run_at, scheduled_at) <= ${until})) order by id`,
  );
  return due.map(({ id }) => id);
};

export const selectCampaignsOf = (ctx: Ctx, channelId: string) =>
  rows<Campaign>(
    ctx,
    sql`select ${campaignColumns} from campaigns where tenant_id = ${ctx.tenantId} and channel_id = ${channelId}
        order by created_at desc, id desc`,
  );

export type CampaignChanges = Partial<Omit<Campaign, 'id' | 'createdAt' | 'updatedAt'>>;

export const updateCampaignRow = (ctx: Ctx, id: string, changes: CampaignChanges) => {
  const { content } = changes;
  const set: [unknown, Sql][] = [
    [changes.channelId, sql`channel_id = ${changes.channelId}`],
    [changes.name, sql`name = ${changes.name}`],
    [changes.description, sql`description = ${changes.description}`],
    [changes.status, sql`status = ${changes.status}`],
    [changes.statusReason, sql`status_reason = ${changes.statusReason}`],
    [content, sql`content = ${content && JSON.stringify(content)}`],
    [changes.automationId, sql`automation_id = ${changes.automationId}`],
    [changes.messageTemplateId, sql`message_template_id = ${changes.messageTemplateId}`],
    [changes.variables, sql`variables = ${JSON.stringify(changes.variables)}`],
    [changes.audience, sql`audience = ${JSON.stringify(changes.audience)}`],
    [changes.scheduledAt, sql`scheduled_at = ${changes.scheduledAt}`],
    [changes.recurrenceRules, sql`recurrence_rules = ${changes.recurrenceRules}::text[]`],
    [changes.timeZone, sql`time_zone = ${changes.timeZone}`],
    [changes.missed, sql`missed = ${changes.missed}`],
    [changes.nextRunAt, sql`next_run_at = ${changes.nextRunAt}`],
    [changes.currentRunId, sql`current_run_id = ${changes.currentRunId}`],
  ];
  return row<Campaign>(
    ctx,
    sql`update campaigns set ${assignments(ctx, set)} where tenant_id = ${ctx.tenantId} and id = ${id} returning ${campaignColumns}`,
  );
};

/** Replaces the stored audience. Returns the ids that belong to contacts, including merged ones. */
export async function replaceAudience(ctx: Ctx, campaignId: string, contactIds: string[]): Promise<Set<string>> {
  await rows(ctx, sql`delete from campaign_audience where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}`);
  await rows(ctx, sql`delete from campaign_refused_lines where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}`);
  await rows(ctx, sql`delete from campaign_imports where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}`);
  if (contactIds.length === 0) return new Set();
  const known = await rows<{ id: string }>(
    ctx,
    sql`with known as materialized (
          select wanted.id, k.id as contact_id from unnest(${contactIds}::uuid[]) as wanted(id)
          left join lateral (select contact_id from merged_contacts where tenant_id = ${ctx.tenantId} and id = wanted.id offset 0) m on true
          cross join lateral (select coalesce(m.contact_id, wanted.id) as id offset 0) now
          cross join lateral (select id from contacts
            where tenant_id = ${ctx.tenantId} and id = now.id and erased_at is null offset 0) k),
        inserted as (insert into campaign_audience (tenant_id, campaign_id, contact_id)
          select distinct ${ctx.tenantId}::uuid, ${campaignId}::uuid, contact_id from known)
        select id from known`,
  );
  return new Set(known.map(({ id }) => id));
}

export async function insertImport(
  ctx: Ctx,
  campaignId: string,
  { fileId, mapping }: { fileId: string; mapping: Record<string, string> },
): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into campaign_imports (tenant_id, campaign_id, file_id, mapping, status, created_at, updated_at)
        values (${ctx.tenantId}, ${campaignId}, ${fileId}, ${JSON.stringify(mapping)}, 'reading', ${now}, ${now})`,
  );
}

/** Returns the status of the audience import; undefined if there is none. */
export const selectImportStatus = (ctx: Ctx, campaignId: string) =>
  row<{ status: 'reading' | 'completed' | 'failed'; reason: string | null; accepted: number }>(
    ctx,
    sql`select status, reason, accepted from campaign_imports where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}`,
  );
