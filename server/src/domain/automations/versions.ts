import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import type { AutomationVersion } from './automation.ts';
import { selectAutomation, selectVersion, selectVersions } from './automations.store.ts';

export const findVersion = async (ctx: Ctx, automationId: string, id: string): Promise<AutomationVersion | undefined> =>
  isId(id) && isId(automationId) ? selectVersion(ctx, automationId, id) : undefined;

export const getVersion = async (ctx: Ctx, automationId: string, id: string): Promise<AutomationVersion> =>
  found(await findVersion(ctx, await requireAutomation(ctx, automationId), id), 'automation_version_not_found');

/** Returns versions by id, without those that do not exist. */
export async function versionsByIds(ctx: Ctx, ids: string[]): Promise<Map<string, AutomationVersion>> {
  const versions = ids.length === 0 ? [] : await selectVersions(ctx, [...new Set(ids)]);
  return new Map(versions.map((version) => [version.id, version]));
}

/** Returns the id of an existing automation. */
export const requireAutomation = async (ctx: Ctx, id: string): Promise<string> =>
  found(isId(id) ? await selectAutomation(ctx, id) : undefined, 'automation_not_found').id;
