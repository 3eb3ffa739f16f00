import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, type SearchSource, search } from '../../storage/search.ts';
import type { Automation, AutomationRow, AutomationVersion } from './automation.ts';
import { automationColumns, versionColumns } from './automations.store.ts';
import { withVersions } from './automations.ts';
import type { Run } from './run.ts';
import { runColumns } from './runs.store.ts';
import { requireAutomation } from './versions.ts';

const name = sql`a.name`;

const automations: SearchSource = {
  from: sql`automations a`,
  tenant: sql`a.tenant_id`,
  columns: automationColumns,
  searchable: {
    fields: {
      id: { sql: sql`a.id`, type: 'id' },
      createdAt: { sql: sql`a.created_at`, type: 'time' },
      updatedAt: { sql: sql`a.updated_at`, type: 'time' },
      name: { sql: name, type: 'text' },
      status: { sql: sql`a.status`, type: 'text' },
      activeVersionId: { sql: sql`a.active_version_id`, type: 'id', nullable: true },
      activeVersionTriggerType: { sql: sql`a.active_trigger_type`, type: 'text', nullable: true },
      activeVersionTriggerParametersChannelId: { sql: sql`a.active_trigger_channel_id`, type: 'id', nullable: true },
      latestVersionTriggerType: { sql: sql`a.latest_trigger_type`, type: 'text' },
      latestVersionTriggerParametersChannelId: { sql: sql`a.latest_trigger_channel_id`, type: 'id', nullable: true },
      latestVersionId: { sql: sql`a.latest_version_id`, type: 'id' },
    },
    searchIn: name,
    defaultSort: 'desc(createdAt)',
  },
  kept: { totals: sql`automation_totals`, parts: sql`automation_name_parts`, rowId: sql`automation_id` },
};

export async function searchAutomations(ctx: Ctx, request: SearchRequest): Promise<Found<Automation>> {
  const page = await search<AutomationRow>(ctx, automations, request);
  return { ...page, items: await withVersions(ctx, page.items) };
}

const versionFields: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    number: { sql: sql`number`, type: 'number' },
  },
  searchIn: sql`definition->'trigger'->>'type'`,
  defaultSort: 'desc(number)',
};

export async function searchVersions(ctx: Ctx, automationId: string, request: SearchRequest): Promise<Found<AutomationVersion>> {
  const id = await requireAutomation(ctx, automationId);
  const from = sql`(select * from automation_versions where tenant_id = ${ctx.tenantId} and automation_id = ${id}) versions`;
  const source = { from, tenant: sql`tenant_id`, columns: versionColumns, searchable: versionFields };
  return search<AutomationVersion>(ctx, source, request);
}

const runs: SearchSource = {
  from: sql`automation_runs`,
  tenant: sql`tenant_id`,
  columns: runColumns,
  searchable: {
    fields: {
      id: { sql: sql`id`, type: 'id' },
      createdAt: { sql: sql`created_at`, type: 'time' },
      updatedAt: { sql: sql`updated_at`, type: 'time' },
      endedAt: { sql: sql`ended_at`, type: 'time', nullable: true },
      status: { sql: sql`status`, type: 'text' },
      automationId: { sql: sql`automation_id`, type: 'id' },
      versionId: { sql: sql`version_id`, type: 'id' },
      contactId: { sql: sql`contact_id`, type: 'id' },
      chatId: { sql: sql`chat_id`, type: 'id', nullable: true },
      stepId: { sql: sql`step_id`, type: 'text', nullable: true },
    },
    searchIn: sql`coalesce(step_id, '')`,
    defaultSort: 'desc(id)',
  },
};

/** Searches runs. The search text matches the current step. */
export const searchRuns = (ctx: Ctx, request: SearchRequest): Promise<Found<Run>> => search<Run>(ctx, runs, request);
