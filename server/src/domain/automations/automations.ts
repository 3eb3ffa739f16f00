import { isDeepStrictEqual } from 'node:util';
import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { getChat } from '../chats/index.ts';
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
import type { Definition, Layout } from './definition.ts';
import { requireValid } from './references.ts';
import { cancelRunsOf } from './runs.ts';
import { startRun } from './start-run.ts';
import { type AutomationTransition, statusAfter } from './status.ts';
import { findVersion, versionsByIds } from './versions.ts';

export type NewAutomation = { name: string; description: string | null } & Definition;

/** Creates a draft with its first version. A draft does nothing until it is published. */
export const createAutomation = (ctx: Ctx, { name, description, ...given }: NewAutomation): Promise<Automation> =>
  withinQuota(ctx, 'automations', async (ctx) => {
    const definition = { ...given, layout: layoutOf(given) };
    requireNoCredentials(definition.steps);
    await requireValid(ctx, definition);
    const id = idFor(ctx);
    const latestVersion = newVersion(ctx, id, 1, definition);
    return {
      ...saved(await insertAutomation(ctx, { id, name, description }, latestVersion)),
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

/** Adds the active and the latest version to each row. Reading them apart keeps definitions out of the search. */
export async function withVersions(ctx: Ctx, automations: AutomationRow[]): Promise<Automation[]> {
  const ids = automations.flatMap(({ activeVersionId, latestVersionId }) => [
    activeVersionId ?? latestVersionId,
    latestVersionId,
  ]);
  const versions = await versionsByIds(ctx, ids);
  return automations.flatMap((row) => {
    const latestVersion = versions.get(row.latestVersionId);
    const activeVersion = row.activeVersionId === null ? null : (versions.get(row.activeVersionId) ?? null);
    return latestVersion ? [{ ...row, activeVersion, latestVersion }] : []; // none: the automation was deleted in the meantime
  });
}

export type AutomationUpdate = {
  [Field in keyof NewAutomation]?: NewAutomation[Field] | undefined;
} & {
  /** The number of the latest version that the caller knows. */
  ifRevision?: number | undefined;
};

/**
 * Changes an automation; missing fields stay. A changed trigger, steps, isSingle or layout create a new version, which is not active.
 * With `ifRevision`, refuses to replace a version that the caller has not seen.
 */
export const updateAutomation = (ctx: Ctx, id: string, changes: AutomationUpdate): Promise<Automation> =>
  inTransaction(ctx, async (ctx) => {
    if (changes.steps) requireNoCredentials(changes.steps);
    const { automation } = await lockFor(ctx, id, 'change');
    const { number, definition } = automation.latestVersion;
    if (changes.ifRevision !== undefined && changes.ifRevision !== number)
      throw new Failure('conflict', {
        message: `The latest version of this automation is number ${number}, not ${changes.ifRevision}: it was changed since you read it. Read it again`,
      });
    const wanted: Definition = {
      trigger: changes.trigger ?? definition.trigger,
      steps: changes.steps ?? definition.steps,
      isSingle: changes.isSingle ?? definition.isSingle,
      layout: layoutOf({ steps: changes.steps ?? definition.steps, layout: changes.layout ?? definition.layout }),
    };
    const isSame = isDeepStrictEqual(wanted, { ...definition, layout: definition.layout ?? {} });
    if (!isSame) await requireValid(ctx, wanted, automation.id);
    const latestVersion = isSame ? undefined : newVersion(ctx, automation.id, number + 1, wanted);
    if (latestVersion) await insertVersion(ctx, latestVersion);
    const { name, description } = changes;
    const row = saved(await updateAutomationRow(ctx, automation.id, { name, description, latestVersion }));
    return { ...automation, ...row, ...(latestVersion && { latestVersion }) };
  });

/** Returns the positions of steps that exist. */
const layoutOf = ({ steps, layout = {} }: Pick<Definition, 'steps' | 'layout'>): Layout => {
  const ids = new Set<string>(steps.map(({ id }) => id));
  return Object.fromEntries(Object.entries(layout).filter(([id]) => ids.has(id)));
};

/** Activates the given or the latest version for new runs. Existing runs keep their version. */
export const publishAutomation = (ctx: Ctx, id: string, versionId?: string): Promise<Automation> =>
  inTransaction(ctx, async (ctx) => {
    const { automation, status } = await lockFor(ctx, id, 'publish');
    const version = versionId === undefined ? automation.latestVersion : await findVersion(ctx, automation.id, versionId);
    if (!version) throw invalidParam('versionId', 'not_found', 'This automation has no version with this id');
    await requireValid(ctx, version.definition, automation.id);
    return { ...automation, ...saved(await activate(ctx, automation.id, status, version)), activeVersion: version };
  });

/** Stops new runs until the automation is published again. */
export const pauseAutomation = (ctx: Ctx, id: string): Promise<Automation> => stop(ctx, id, 'pause');

/** Stops new runs for good. Existing runs continue. */
export const archiveAutomation = (ctx: Ctx, id: string): Promise<Automation> => stop(ctx, id, 'archive');

const stop = (ctx: Ctx, id: string, transition: 'pause' | 'archive'): Promise<Automation> =>
  inTransaction(ctx, async (ctx) => {
    const { automation, status } = await lockFor(ctx, id, transition);
    if (status === automation.status) return automation;
    return { ...automation, ...saved(await deactivate(ctx, automation.id, status)) };
  });

/** Deletes an automation with its versions and cancels its unfinished runs. */
export const deleteAutomation = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const automation = isId(id) ? await lockAutomation(ctx, id) : undefined;
    if (automation) await cancelRunsOf(ctx, automation.id);
    return deleteByIds(ctx, 'automations', [id]);
  });

export type Start = {
  contactId?: string | undefined;
  chatId?: string | undefined;
  variables: Record<string, unknown>;
  at: Date | undefined;
};

/** Starts a run for a contact or in a chat on request, now or at a later time. */
export const triggerAutomation = (ctx: Ctx, id: string, { variables, at, ...start }: Start): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const automation = await getAutomation(ctx, id);
    const subject = await subjectOf(ctx, start);
    if (automation.status !== 'active') {
      const message = `Only an active automation can be triggered, and this one is ${automation.status}; publish it first`;
      throw new Failure('conflict', { message });
    }
    const version = found(automation.activeVersion, 'automation_not_found');
    refuseMisplaced(version.definition, subject);
    await startRun(ctx, { automation, version, ...subject, variables, at });
  });

type Subject = { contactId: string; chatId: string | null; channelId: string | null };

/** Returns the contact, and the chat if one is given. The contact of a chat can be left out. */
async function subjectOf(ctx: Ctx, { contactId, chatId }: Pick<Start, 'contactId' | 'chatId'>): Promise<Subject> {
  if (chatId === undefined) return { contactId: (await getContact(ctx, contactId ?? '')).id, chatId: null, channelId: null };
  const chat = await getChat(ctx, chatId);
  if (contactId !== undefined && (await getContact(ctx, contactId)).id !== chat.contactId)
    throw invalidParam('contactId', 'custom', 'The chat belongs to another contact; leave contactId out');
  return { contactId: chat.contactId, chatId: chat.id, channelId: chat.channelId };
}

/** An automation with the trigger `manual` runs in a chat, on its channel if it has one. */
function refuseMisplaced({ trigger: { type, parameters } }: Definition, { chatId, channelId }: Subject): void {
  if (type !== 'manual') return;
  if (chatId === null) throw invalidParam('chatId', 'required', 'This automation runs in a chat; give its id');
  if (parameters.channelId !== undefined && parameters.channelId.toLowerCase() !== channelId)
    throw invalidParam('chatId', 'custom', 'This automation is for chats of another channel');
}

type Locked = { automation: Automation; status: Automation['status'] };

/** Locks an automation and returns its status after the transition. Throws when its status does not allow the transition. */
async function lockFor(ctx: Ctx, id: string, transition: AutomationTransition): Promise<Locked> {
  const row = found(isId(id) ? await lockAutomation(ctx, id) : undefined, 'automation_not_found');
  const status = statusAfter(row.status, transition);
  const [automation] = await withVersions(ctx, [row]);
  return { automation: found(automation, 'automation_not_found'), status };
}

/** Returns the row that a statement on a locked or new row returned. */
const saved = (row: AutomationRow | undefined): AutomationRow => found(row, 'automation_not_found');

const newVersion = (ctx: Ctx, automationId: string, number: number, definition: Definition): AutomationVersion => ({
  id: idFor(ctx),
  automationId,
  number,
  definition,
  createdAt: ctx.clock.now(),
});
