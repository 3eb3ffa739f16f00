import { explainFailure, Failure } from '../../platform/errors.ts';
import { publishLiveBounded } from '../../registry/live-events.ts';
import { publish } from '../../registry/publish.ts';
import { type Ctx, inSavepoint } from '../../storage/context.ts';
import { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from '../tenants/index.ts';
import type { Definition } from './definition.ts';
import { decide } from './execution/decide.ts';
import type { Effect, LogLine, Outcome, Scope, Signal } from './execution/state.ts';
import { hasEnded, type Run } from './run.ts';
import { insertSteps, lockRun, updateRun } from './runs.store.ts';
import { scopeOf } from './scope.ts';
import { definitionOf, startAutomation } from './start-run.ts';
import type { RunChanges } from './steps/define-step.ts';
import { kindOf } from './steps/index.ts';

/** A run waits at most this long for the result of its HTTP request. */
const HTTP_TIMEOUT_MS = 3_600_000;

/** Steps without an effect that are saved together with the step before them. */
const MOST_TOGETHER = 10;

/** The input of the job of a run. */
export type RunJob = { signal: Signal };

/** A step that was taken: the run after it, and its log line. */
type Taken = { run: Run; log: LogLine };

/**
 * Advances a run by one step, in one transaction: the effect of the step, the new state, the log line and the next input of the
 * job. Steps without an effect that follow at once (branches, business hours, the end) belong to the same transaction: repeating
 * them after a crash changes nothing. Returns the next input and its time, or undefined when the run has ended.
 */
export async function advanceRun(ctx: Ctx, { signal }: RunJob, runId: string): Promise<{ input: RunJob; at?: Date } | undefined> {
  const run = await lockRun(ctx, runId);
  if (!run || hasEnded(run)) return undefined;
  if (!(await hasFeature(ctx, 'automations')))
    return { input: { signal }, at: new Date(ctx.clock.now().getTime() + SUSPENDED_LOOK_AGAIN_MS) };
  const definition = await definitionOf(ctx, run.versionId);
  if (!definition) return undefined; // the automation was deleted, which also cancelled the run
  const within = { ...ctx, cause: { chainId: run.chainId ?? run.id, depth: run.depth + 1, runId: run.id } };
  const scope = await scopeOf(ctx, definition, run);
  const outcome = decide(definition, run, signal, scope, ctx.clock.now());
  if (outcome === null) return nextJob(run, ctx.clock.now());
  if (run.stepsDone === 0) await publish(within, 'automation.run_started', null, runData(run));
  const taken = [await takeStep(within, definition, run, scope, outcome)];
  while (taken.length < MOST_TOGETHER) {
    const next = await takeWithoutEffect(within, definition, taken.at(-1)?.run ?? run);
    if (!next) break;
    taken.push(next);
  }
  const after = saveSteps(within, taken) ?? run;
  if (hasEnded(after)) await publishEnd(within, after);
  return nextJob(after, ctx.clock.now());
}

/** Executes the effect of a step. A refused effect is rolled back, and the run takes the exit for it instead. */
async function takeStep(ctx: Ctx, definition: Definition, run: Run, scope: Scope, outcome: Outcome): Promise<Taken> {
  if (!outcome.effect) return toTaken(ctx, run, outcome, {});
  try {
    const visit = { ...run, stepsDone: outcome.state.stepsDone };
    return toTaken(ctx, run, outcome, await executeEffect(ctx, definition, visit, outcome.effect));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const refused = decide(definition, run, { kind: 'undeliverable', reason: explainFailure(error) }, scope, ctx.clock.now());
    if (!refused) throw error;
    return toTaken(ctx, run, refused, {});
  }
}

/** Returns the next step of a running run if it has no effect. A step whose data is missing is left to a transaction of its own. */
async function takeWithoutEffect(ctx: Ctx, definition: Definition, run: Run): Promise<Taken | undefined> {
  const step = definition.steps.find(({ id }) => id === run.stepId);
  if (run.status !== 'running' || !step || kindOf(step).execute) return undefined;
  try {
    const outcome = decide(definition, run, { kind: 'go' }, await scopeOf(ctx, definition, run), ctx.clock.now());
    return outcome && !outcome.effect ? toTaken(ctx, run, outcome, {}) : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function executeEffect(ctx: Ctx, { steps }: Definition, run: Run, effect: Effect): Promise<RunChanges> {
  const step = steps.find(({ id }) => id === run.stepId);
  const execute = step && kindOf(step).execute;
  if (!execute) throw new Error(`Step ${run.stepId} has the effect ${effect.do} and no execute`);
  return inSavepoint(ctx, () => execute({ ctx, run, effect, startAutomation }));
}

function toTaken(ctx: Ctx, run: Run, { state, log }: Outcome, changes: RunChanges): Taken {
  const isAsking = state.waitingFor === 'reply';
  const after: Run = {
    ...run,
    ...state,
    chatId: changes.chatId ?? run.chatId,
    askedMessageId: isAsking ? (changes.messageId ?? run.askedMessageId) : null,
    endedAt: hasEnded({ ...run, ...state }) ? ctx.clock.now() : null,
  };
  return { run: after, log };
}

/** Saves the state after the last step and the log lines; both are sent with the commit. Returns the run. */
function saveSteps(ctx: Ctx, taken: Taken[]): Run | undefined {
  const after = taken.at(-1)?.run;
  if (!after) return undefined;
  updateRun(ctx, after);
  insertSteps(
    ctx,
    after,
    taken.map(({ log }) => log),
  );
  const stepped = taken.map(({ run, log }) => ({
    runId: run.id,
    automationId: run.automationId,
    versionId: run.versionId,
    stepId: log.stepId,
    exit: log.outcome,
    nextStepId: run.stepId,
    status: run.status,
  }));
  publishLiveBounded(ctx, 'automation.run_stepped', stepped);
  return after;
}

/** Returns the next input of the run's job and its time. */
function nextJob(run: Run, now: Date): { input: RunJob; at?: Date } | undefined {
  if (hasEnded(run)) return undefined;
  if (run.status === 'running') return { input: { signal: { kind: 'go' } } };
  if (run.waitingFor === 'http')
    return {
      input: { signal: { kind: 'unanswered', reason: 'The HTTP request was not completed in time' } },
      at: new Date(now.getTime() + HTTP_TIMEOUT_MS),
    };
  return { input: { signal: { kind: 'woke' } }, ...(run.wakeAt && { at: run.wakeAt }) };
}

const publishEnd = (ctx: Ctx, run: Run): Promise<string> =>
  publish(ctx, run.status === 'failed' ? 'automation.run_failed' : 'automation.run_completed', null, runData(run));

const runData = (run: Run) => ({
  id: run.id,
  automationId: run.automationId,
  versionId: run.versionId,
  contactId: run.contactId,
  error: run.error && `${run.error.step}: ${run.error.message}`,
});
