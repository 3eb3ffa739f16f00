import { LRUCache } from 'lru-cache';
import { Failure } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Cause, type Ctx, idFor } from '../../storage/context.ts';
import type { Automation } from './automation.ts';
import { selectAutomation } from './automations.store.ts';
import { mayStart } from './chain.ts';
import type { Definition } from './definition.ts';
import { initialState } from './execution/state.ts';
import { insertRun } from './runs.store.ts';
import type { StartAutomation } from './steps/define-step.ts';
import { versionsByIds } from './versions.ts';

const CACHED_DEFINITIONS = 1_000;

export type NewRun = {
  automation: Pick<Automation, 'id'>;
  version: { id: string; definition: Definition };
  contactId: string;
  variables: Record<string, unknown>;
  at?: Date | undefined;
  chatId?: string | null | undefined;
  channelId?: string | null | undefined;
  /** The event or the run that started this one. */
  cause?: Cause;
};

/**
 * Starts a run now or at a later time: inserts the run and its job in the caller's transaction. Returns the id of the run, or
 * undefined when the limits of its chain or of `isSingle` do not allow it.
 */
export async function startRun(ctx: Ctx, start: NewRun): Promise<string | undefined> {
  const { automation, version, contactId, chatId = null, cause = ctx.cause } = start;
  if (!(await mayStart(ctx, automation.id, cause))) return undefined;
  const { trigger, isSingle } = version.definition;
  const id = idFor(ctx);
  const channelId = start.channelId ?? trigger.parameters.channelId ?? null;
  const { chainId = id, depth = 0 } = cause ?? {};
  const run = { id, automationId: automation.id, versionId: version.id, contactId, chatId, channelId, depth, chainId, isSingle };
  if (!(await insertRun(ctx, run, initialState(version.definition, start.variables)))) return undefined;
  await enqueue(ctx, jobs.advanceRun, { signal: { kind: 'go' } }, { id, ...(start.at && { at: start.at }) });
  return id;
}

const definitions = new LRUCache<string, Definition>({ max: CACHED_DEFINITIONS });

/** Returns the definition of a version. A version never changes, so its definition is cached. */
export async function definitionOf(ctx: Ctx, versionId: string): Promise<Definition | undefined> {
  const key = `${ctx.tenantId} ${versionId}`;
  const definition = definitions.get(key) ?? (await versionsByIds(ctx, [versionId])).get(versionId)?.definition;
  if (definition) definitions.set(key, definition);
  return definition;
}

/** Starts another automation for the contact and the chat of a run. */
export const startAutomation: StartAutomation = async (ctx, { contactId, chatId }, automationId, variables) => {
  const automation = isId(automationId) ? await selectAutomation(ctx, automationId) : undefined;
  if (automation?.status !== 'active' || automation.activeVersionId === null)
    throw new Failure('conflict', { message: `The automation ${automationId} is not active` });
  const definition = await definitionOf(ctx, automation.activeVersionId);
  if (!definition) throw new Failure('automation_not_found');
  await startRun(ctx, { automation, version: { id: automation.activeVersionId, definition }, contactId, chatId, variables });
};
