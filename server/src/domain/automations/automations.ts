import { isDeepStrictEqual } from 'node:util';
import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { getContact } from '../contacts/index.ts';
import { withinQuota } from '../quotas/index.ts';
import type { Automation, AutomationRow, AutomationVersion } from './automation.ts';
import {
  activate,
  deactivate,
  insertAutomation,
  insertVersion,
  lockAutomation,
  selectAutomation,
  updateAutomationRow,
} from './automations.store.ts';
import { requireNoCredentials } from './credentials.ts';
import type { Definition } from './definition.ts';
import { requireWhole } from './references.ts';
import { cancelRunsOf, startRun } from './runs.ts';
import { type AutomationMove, statusAfter } from './status.ts';
import { findVersion, versionsByIds } from './versions.ts';

export type NewAutomation = { name: string; description: string | null } & Definition;

/** A draft with its first version: it does nothing until it is published. */
export const createAutomation = (ctx: Ctx, { name, description, ...definition }: NewAutomation): Promise<Automation> =>
  withinQuota(ctx, 'automations', async (ctx) => {
    requireNoCredentials(definition.steps);
    await requireWhole(ctx, definition);
    const id = idFor(ctx);
    const latestVersion = newVersion(ctx, id, 1, definition);
    return {
      ...written(await insertAutomation(ctx, { id, name, description }, latestVersion)),
      activeVersion: null,
      latestVersion,
    };
  });

export async function getAutomation(ctx: Ctx, id: string): Promise<Automation> {
  const [automation] = await withVersions(ctx, [
    found(isId(id) ? await selectAutomation(ctx, id) : undefined, 'automation_not_found'),
  ]);
  return found(automation, 'automation_not_found');
}

/** Rows with the versions they name. They are read after the page is known, so that no search carries definitions along. */
export async function withVersions(ctx: Ctx, automations: AutomationRow[]): Promise<Automation[]> {
  const ids = automations.flatMap(({ activeVersionId, latestVersionId }) => [
    activeVersionId ?? latestVersionId,
    latestVersionId,
  ]);
  const versions = await versionsByIds(ctx, ids);
  return automations.flatMap((row) => {
    const latestVersion = versions.get(row.latestVersionId);
    const activeVersion = row.activeVersionId === null ? null : (versions.get(row.activeVersionId) ?? null);
    return latestVersion ? [{ ...row, activeVersion, latestVersion }] : []; // none: it was deleted a moment ago
  });
}

export type AutomationUpdate = {
  [Field in keyof NewAutomation]?: NewAutomation[Field] | undefined;
};

/** What is not given stays. Another trigger, other steps or another isSingle are a new version, which is not active yet. */
export const updateAutomation = (ctx: Ctx, id: string, changes: AutomationUpdate): Promise<Automation> =>
  inTransaction(ctx, async (ctx) => {
    if (changes.steps) requireNoCredentials(changes.steps);
    const { automation } = await openAutomation(ctx, id, 'change');
    const { number, definition } = automation.latestVersion;
    const wanted: Definition = {
      trigger: changes.trigger ?? definition.trigger,
      steps: changes.steps ?? definition.steps,
      isSingle: changes.isSingle ?? definition.isSingle,
    };
    const isSame = isDeepStrictEqual(wanted, definition);
    if (!isSame) await requireWhole(ctx, wanted, automation.id);
    const latestVersion = isSame ? undefined : newVersion(ctx, automation.id, number + 1, wanted);
    if (latestVersion) await insertVersion(ctx, latestVersion);
    const { name, description } = changes;
    const row = written(await updateAutomationRow(ctx, automation.id, { name, description, latestVersion }));
    return { ...automation, ...row, ...(latestVersion && { latestVersion }) };
  });

/** The given version, or the latest, is the one that new runs take. Runs that have begun keep theirs. */
export const publishAutomation = (ctx: Ctx, id: string, versionId?: string): Promise<Automation> =>
  inTransaction(ctx, async (ctx) => {
    const { automation, status } = await openAutomation(ctx, id, 'publish');
    const version = versionId === undefined ? automation.latestVersion : await findVersion(ctx, automation.id, versionId);
    if (!version) throw invalidParam('versionId', 'not_found', 'This automation has no version with this id');
    await requireWhole(ctx, version.definition, automation.id);
    return { ...automation, ...written(await activate(ctx, automation.id, status, version)), activeVersion: version };
  });

/** Nothing starts it any more until it is published again. */
export const pauseAutomation = (ctx: Ctx, id: string): Promise<Automation> => stop(ctx, id, 'pause');

/** Nothing starts it ever again. Runs that have begun go on to their end. */
export const archiveAutomation = (ctx: Ctx, id: string): Promise<Automation> => stop(ctx, id, 'archive');

const stop = (ctx: Ctx, id: string, move: 'pause' | 'archive'): Promise<Automation> =>
  inTransaction(ctx, async (ctx) => {
    const { automation, status } = await openAutomation(ctx, id, move);
    if (status === automation.status) return automation;
    return { ...automation, ...written(await deactivate(ctx, automation.id, status)) };
  });

/** Gone with its versions, and what it had under way is cancelled. */
export const deleteAutomation = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const automation = isId(id) ? await lockAutomation(ctx, id) : undefined;
    if (automation) await cancelRunsOf(ctx, automation.id);
    return deleteByIds(ctx, 'automations', [id]);
  });

export type Start = { contactId: string; variables: Record<string, unknown>; at: Date | undefined };

/** Starts a run for a contact because somebody asked for it, now or at a time to come. */
export const triggerAutomation = (ctx: Ctx, id: string, { contactId, variables, at }: Start): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const automation = await getAutomation(ctx, id);
    const contact = await getContact(ctx, contactId);
    if (automation.status !== 'active') {
      const message = `Only an active automation can be triggered, and this one is ${automation.status}; publish it first`;
      throw new Failure('conflict', { message });
    }
    const version = found(automation.activeVersion, 'automation_not_found');
    await startRun(ctx, { automation, version, contactId: contact.id, variables, at });
  });

type Opened = { automation: Automation; status: Automation['status'] };

/** Locks an automation that can make this move, and says where it leads. */
async function openAutomation(ctx: Ctx, id: string, move: AutomationMove): Promise<Opened> {
  const row = found(isId(id) ? await lockAutomation(ctx, id) : undefined, 'automation_not_found');
  const status = statusAfter(row.status, move);
  const [automation] = await withVersions(ctx, [row]);
  return { automation: found(automation, 'automation_not_found'), status };
}

/** What a statement on a locked row, or on a new one, has written. */
const written = (row: AutomationRow | undefined): AutomationRow => found(row, 'automation_not_found');

const newVersion = (ctx: Ctx, automationId: string, number: number, definition: Definition): AutomationVersion => ({
  id: idFor(ctx),
  automationId,
  number,
  definition,
  createdAt: ctx.clock.now(),
});
