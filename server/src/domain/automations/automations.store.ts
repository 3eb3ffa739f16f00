import sql, { type Sql } from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { AutomationRow, AutomationVersion } from './automation.ts';
import type { Definition } from './definition.ts';
import type { AutomationStatus } from './status.ts';

export const automationColumns = sql`a.id, a.name, a.description, a.status,
  a.active_version_id as "activeVersionId", a.active_trigger_type as "activeTriggerType",
  a.active_trigger_channel_id as "activeTriggerChannelId", a.latest_version_id as "latestVersionId",
  a.latest_trigger_type as "latestTriggerType", a.latest_trigger_channel_id as "latestTriggerChannelId",
  a.created_at as "createdAt", a.updated_at as "updatedAt"`;

export const versionColumns = sql`id, automation_id as "automationId", number, definition, created_at as "createdAt"`;

/**
 * Inserts a draft with its first version in one statement. Statements that write automations of the same tenant wait for each
 * other (they update the totals of searches), so each is the last statement of its transaction.
 */
export const insertAutomation = (
  ctx: Ctx,
  { id, name, description }: Pick<AutomationRow, 'id' | 'name' | 'description'>,
  version: AutomationVersion,
) =>
  row<AutomationRow>(
    ctx,
    sql`with written as (${versionInsert(ctx, version)})
        insert into automations as a (tenant_id, id, name, description, status, latest_version_id, latest_trigger_type,
          latest_trigger_channel_id, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${name}, ${description}, 'draft', ${version.id}, ${version.definition.trigger.type},
          ${version.definition.trigger.parameters.channelId ?? null}, ${version.createdAt}, ${version.createdAt})
        returning ${automationColumns}`,
  );

export const insertVersion = (ctx: Ctx, version: AutomationVersion) => rows(ctx, versionInsert(ctx, version));

const versionInsert = (ctx: Ctx, { id, automationId, number, definition, createdAt }: AutomationVersion): Sql =>
  sql`insert into automation_versions (tenant_id, id, automation_id, number, definition, created_at)
      values (${ctx.tenantId}, ${id}, ${automationId}, ${number}, ${JSON.stringify(definition)}::jsonb, ${createdAt})`;

export const selectAutomation = (ctx: Ctx, id: string) =>
  row<AutomationRow>(
    ctx,
    sql`select ${automationColumns} from automations a where a.tenant_id = ${ctx.tenantId} and a.id = ${id}`,
  );

/** Selects an automation and locks it until the transaction ends. */
export const lockAutomation = (ctx: Ctx, id: string) =>
  row<AutomationRow>(
    ctx,
    sql`select ${automationColumns} from automations a where a.tenant_id = ${ctx.tenantId} and a.id = ${id} for update`,
  );

/** Returns the ids that are automations of the tenant. */
export async function selectOwnAutomations(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  const own = await rows<{ id: string }>(
    ctx,
    sql`select id from automations where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
  return new Set(own.map(({ id }) => id));
}

export const selectVersions = (ctx: Ctx, ids: string[]) =>
  rows<AutomationVersion>(
    ctx,
    sql`select ${versionColumns} from automation_versions where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );

export const selectVersion = (ctx: Ctx, automationId: string, id: string) =>
  row<AutomationVersion>(
    ctx,
    sql`select ${versionColumns} from automation_versions
        where tenant_id = ${ctx.tenantId} and id = ${id} and automation_id = ${automationId}`,
  );

export type AutomationChanges = {
  name?: string | undefined;
  description?: string | null | undefined;
  latestVersion?: AutomationVersion | undefined;
};

export const updateAutomationRow = (ctx: Ctx, id: string, { name, description, latestVersion }: AutomationChanges) =>
  row<AutomationRow>(
    ctx,
    sql`update automations a set ${assignments(ctx, [
      [name, sql`name = ${name}`],
      [description, sql`description = ${description}`],
      [latestVersion, latestVersion ? latestIs(latestVersion) : sql``],
    ])} where tenant_id = ${ctx.tenantId} and id = ${id} returning ${automationColumns}`,
  );

const latestIs = ({ id, definition: { trigger } }: { id: string; definition: Definition }) =>
  sql`latest_version_id = ${id}, latest_trigger_type = ${trigger.type},
      latest_trigger_channel_id = ${trigger.parameters.channelId ?? null}`;

/** Makes this version the active one: new runs use it, and events find its trigger. */
export async function activate(ctx: Ctx, id: string, status: AutomationStatus, version: AutomationVersion) {
  const { type, parameters } = version.definition.trigger;
  const channelId = parameters.channelId ?? null;
  await rows(
    ctx,
    sql`insert into automation_triggers (tenant_id, automation_id, version_id, trigger_type, channel_id)
        values (${ctx.tenantId}, ${id}, ${version.id}, ${type}, ${channelId})
        on conflict (tenant_id, automation_id) do update
          set version_id = excluded.version_id, trigger_type = excluded.trigger_type, channel_id = excluded.channel_id`,
  );
  return row<AutomationRow>(
    ctx,
    sql`update automations a set status = ${status}, active_version_id = ${version.id}, active_trigger_type = ${type},
          active_trigger_channel_id = ${channelId}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} returning ${automationColumns}`,
  );
}

/** Removes the trigger, so that no event finds it. The id of the active version stays in the row. */
export async function deactivate(ctx: Ctx, id: string, status: AutomationStatus) {
  await rows(ctx, sql`delete from automation_triggers where tenant_id = ${ctx.tenantId} and automation_id = ${id}`);
  return row<AutomationRow>(
    ctx,
    sql`update automations a set status = ${status}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} returning ${automationColumns}`,
  );
}
