import { LRUCache } from 'lru-cache';
import { explainFailure, Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { endJobs, holdAnyJob, pokeJob } from '../../queue/jobs.store.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish } from '../../registry/publish.ts';
import { type Cause, type Ctx, idFor, inSavepoint, inTransaction } from '../../storage/context.ts';
import { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from '../tenants/index.ts';
import { applyEffect, type StartOther } from './apply-effect.ts';
import type { Automation } from './automation.ts';
import { selectAutomation } from './automations.store.ts';
import { mayStart } from './chain.ts';
import type { Definition } from './definition.ts';
import { decide } from './execution/decide.ts';
import { beginRun, type Outcome, type Signal } from './execution/state.ts';
import { hasEnded, type Run, type RunStep } from './run.ts';
import { insertRun, insertStep, lockRun, selectRun, selectSteps, selectUnended, updateRun } from './runs.store.ts';
import { scopeOf } from './scope.ts';
import { versionsByIds } from './versions.ts';

/** A request that nobody ever reports on does not hold its run for longer. */
const HTTP_AT_MOST_MS = 3_600_000;
const REMEMBERED_VERSIONS = 1_000;

export type NewRun = {
  automation: Pick<Automation, 'id'>;
  version: { id: string; definition: Definition };
  contactId: string;
  variables: Record<string, unknown>;
  at?: Date | undefined;
  chatId?: string | null | undefined;
  channelId?: string | null | undefined;
  /** What started it, where that was an event or another run. */
  cause?: Cause;
};

/** Begins a run, now or at a time to come: the row and its job, in the caller's transaction. Answers its id, if there is one. */
export async function startRun(ctx: Ctx, start: NewRun): Promise<string | undefined> {
  const { automation, version, contactId, chatId = null, cause = ctx.cause } = start;
  if (!(await mayStart(ctx, automation.id, cause))) return undefined;
  const { trigger, isSingle } = version.definition;
  const id = idFor(ctx);
  const channelId = start.channelId ?? trigger.parameters.channelId ?? null;
  const { chainId = id, depth = 0 } = cause ?? {};
  const run = { id, automationId: automation.id, versionId: version.id, contactId, chatId, channelId, depth, chainId, isSingle };
  if (!(await insertRun(ctx, run, beginRun(version.definition, start.variables)))) return undefined;
  await enqueue(ctx, jobs.advanceRun, { signal: { kind: 'go' } }, { id, ...(start.at && { at: start.at }) });
  return id;
}

/** What a run's job is about to tell it. */
export type Told = { signal: Signal };

const definitions = new LRUCache<string, Definition>({ max: REMEMBERED_VERSIONS });

/** A version never changes, so it is read once. */
export async function definitionOf(ctx: Ctx, versionId: string): Promise<Definition | undefined> {
  const key = `${ctx.tenantId} ${versionId}`;
  const known = definitions.get(key) ?? (await versionsByIds(ctx, [versionId])).get(versionId)?.definition;
  if (known) definitions.set(key, known);
  return known;
}

/**
 * One step of a run, in one transaction: what it does to the environment, the run after it, its line in the log, and what its job
 * does next. Answers the last, or nothing when the run is over.
 */
export async function advanceRun(ctx: Ctx, { signal }: Told, runId: string): Promise<{ input: Told; at?: Date } | undefined> {
  const run = await lockRun(ctx, runId);
  if (!run || hasEnded(run)) return undefined;
  if (!(await hasFeature(ctx, 'automations')))
    return { input: { signal }, at: new Date(ctx.clock.now().getTime() + SUSPENDED_LOOK_AGAIN_MS) };
  const definition = await definitionOf(ctx, run.versionId);
  if (!definition) return undefined; // deleted with its automation, which has cancelled the run
  const within = { ...ctx, cause: { chainId: run.chainId ?? run.id, depth: run.depth + 1, runId: run.id } };
  const scope = await scopeOf(ctx, definition, run);
  const outcome = decide(definition, run, signal, scope, ctx.clock.now());
  if (outcome === null) return nextOf(run, ctx.clock.now());
  if (run.stepsDone === 0) await publish(within, 'automation.run_started', null, runData(run));
  const after = await carryOut(within, definition, run, scope, outcome);
  if (hasEnded(after)) await tellEnd(within, after);
  return nextOf(after, ctx.clock.now());
}

type Scope = Parameters<typeof decide>[3];

/** The effect and what is written of it. An effect that is refused is undone, and the run hears of it instead. */
async function carryOut(ctx: Ctx, definition: Definition, run: Run, scope: Scope, outcome: Outcome): Promise<Run> {
  if (!outcome.effect) return keep(ctx, run, outcome, {});
  try {
    const effect = outcome.effect;
    const counted = { ...run, stepsDone: outcome.state.stepsDone };
    return keep(ctx, run, outcome, await inSavepoint(ctx, () => applyEffect(ctx, counted, effect, startOther)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const instead = decide(definition, run, { kind: 'undeliverable', reason: explainFailure(error) }, scope, ctx.clock.now());
    if (!instead) throw error;
    return keep(ctx, run, instead, {});
  }
}

function keep(ctx: Ctx, run: Run, { state, log }: Outcome, applied: { chatId?: string; messageId?: string }): Run {
  const isAsking = state.waitingFor === 'reply';
  const after: Run = {
    ...run,
    ...state,
    chatId: applied.chatId ?? run.chatId,
    askedMessageId: isAsking ? (applied.messageId ?? run.askedMessageId) : null,
    endedAt: hasEnded({ ...run, ...state }) ? ctx.clock.now() : null,
  };
  updateRun(ctx, after);
  insertStep(ctx, run, log);
  return after;
}

/** When the run's job comes up again, and with what. */
function nextOf(run: Run, now: Date): { input: Told; at?: Date } | undefined {
  if (hasEnded(run)) return undefined;
  if (run.status === 'running') return { input: { signal: { kind: 'go' } } };
  if (run.waitingFor === 'http')
    return {
      input: { signal: { kind: 'unanswered', reason: 'Nobody reported on the request' } },
      at: new Date(now.getTime() + HTTP_AT_MOST_MS),
    };
  return { input: { signal: { kind: 'woke' } }, ...(run.wakeAt && { at: run.wakeAt }) };
}

const tellEnd = (ctx: Ctx, run: Run): Promise<string> =>
  publish(ctx, run.status === 'failed' ? 'automation.run_failed' : 'automation.run_completed', null, runData(run));

const runData = (run: Run) => ({
  id: run.id,
  automationId: run.automationId,
  versionId: run.versionId,
  contactId: run.contactId,
  error: run.error && `${run.error.step}: ${run.error.message}`,
});

/** A run that starts another automation for the same contact, one deeper. */
const startOther: StartOther = async (ctx, { contactId, chatId }, automationId, variables) => {
  const automation = isId(automationId) ? await selectAutomation(ctx, automationId) : undefined;
  if (automation?.status !== 'active' || automation.activeVersionId === null)
    throw new Failure('conflict', { message: `The automation ${automationId} is not active` });
  const definition = await definitionOf(ctx, automation.activeVersionId);
  if (!definition) throw new Failure('automation_not_found');
  await startRun(ctx, { automation, version: { id: automation.activeVersionId, definition }, contactId, chatId, variables });
};

/**
 * Tells a run something, if it still waits for just that. It locks the job first; a reply that is on its way is not replaced by a second one.
 */
export async function tellRun(ctx: Ctx, runId: string, signal: Signal, isAwaited: (run: Run) => boolean): Promise<void> {
  const job = await holdAnyJob<Told>(ctx, runId);
  const run = job && (await selectRun(ctx, runId));
  if (!run || !isAwaited(run) || job.input.signal.kind === 'reply') return;
  await pokeJob(ctx, jobs.advanceRun, runId, { signal });
}

export const findRun = async (ctx: Ctx, id: string): Promise<Run | undefined> => (isId(id) ? selectRun(ctx, id) : undefined);

export type RunWithSteps = Run & { steps: RunStep[] };

export async function getRun(ctx: Ctx, id: string): Promise<RunWithSteps> {
  const run = found(await findRun(ctx, id), 'automation_run_not_found');
  return { ...run, steps: await selectSteps(ctx, run.id) };
}

/** Ends a run where it is. What it has done stays done. */
export const cancelRun = (ctx: Ctx, id: string): Promise<RunWithSteps> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id)) await endJobs(ctx, [id]);
    const run = found(isId(id) ? await lockRun(ctx, id) : undefined, 'automation_run_not_found');
    if (hasEnded(run)) throw new Failure('conflict', { message: `This run has ended already: it is ${run.status}` });
    cancel(ctx, run);
    return getRun(ctx, run.id);
  });

const cancel = (ctx: Ctx, run: Run): void =>
  updateRun(ctx, { ...run, status: 'cancelled', waitingFor: null, wakeAt: null, askedMessageId: null, endedAt: ctx.clock.now() });

/** A failed run goes on from the step that failed, once what was wrong is mended. */
export const retryRun = (ctx: Ctx, id: string): Promise<RunWithSteps> =>
  inTransaction(ctx, async (ctx) => {
    const run = found(isId(id) ? await lockRun(ctx, id) : undefined, 'automation_run_not_found');
    if (run.status !== 'failed' || !run.error)
      throw new Failure('conflict', { message: `Only a failed run can be retried; this one is ${run.status}` });
    updateRun(ctx, { ...run, status: 'running', stepId: run.error.step, error: null, endedAt: null });
    await enqueue(ctx, jobs.advanceRun, { signal: { kind: 'go' } }, { id: run.id });
    return getRun(ctx, run.id);
  });

/** Ends every run of an automation that has not ended. */
export async function cancelRunsOf(ctx: Ctx, automationId: string): Promise<void> {
  const ids = await selectUnended(ctx, automationId);
  await endJobs(ctx, ids);
  for (const id of ids) {
    const run = await lockRun(ctx, id);
    if (run && !hasEnded(run)) cancel(ctx, run);
  }
}
