import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, type SearchSource, search } from '../../storage/search.ts';
import type { Automation, AutomationRow } from './automation.ts';
import { automationColumns } from './automations.store.ts';
import { withVersions } from './automations.ts';

const name = sql`a.name`;

const searchable: Searchable = {
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
};

const source: SearchSource = {
  from: sql`automations a`,
  tenant: sql`a.tenant_id`,
  columns: automationColumns,
  searchable,
  kept: { totals: sql`automation_totals`, parts: sql`automation_name_parts`, rowId: sql`automation_id` },
};

export async function searchAutomations(ctx: Ctx, request: SearchRequest): Promise<Found<Automation>> {
  const page = await search<AutomationRow>(ctx, source, request);
  return { ...page, items: await withVersions(ctx, page.items) };
}
