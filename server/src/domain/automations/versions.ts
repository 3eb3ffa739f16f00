import sql from 'sql-template-tag';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { AutomationVersion } from './automation.ts';
import { selectAutomation, selectVersion, selectVersions, versionColumns } from './automations.store.ts';

export const findVersion = async (ctx: Ctx, automationId: string, id: string): Promise<AutomationVersion | undefined> =>
  isId(id) && isId(automationId) ? selectVersion(ctx, automationId, id) : undefined;

export const getVersion = async (ctx: Ctx, automationId: string, id: string): Promise<AutomationVersion> =>
  found(await findVersion(ctx, await requireAutomation(ctx, automationId), id), 'automation_version_not_found');

/** Each id once, whatever was asked; one that is not there is left out. */
export async function versionsByIds(ctx: Ctx, ids: string[]): Promise<Map<string, AutomationVersion>> {
  const versions = ids.length === 0 ? [] : await selectVersions(ctx, [...new Set(ids)]);
  return new Map(versions.map((version) => [version.id, version]));
}

const searchable: Searchable = {
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
  return search<AutomationVersion>(ctx, { from, tenant: sql`tenant_id`, columns: versionColumns, searchable }, request);
}

const requireAutomation = async (ctx: Ctx, id: string): Promise<string> =>
  found(isId(id) ? await selectAutomation(ctx, id) : undefined, 'automation_not_found').id;
