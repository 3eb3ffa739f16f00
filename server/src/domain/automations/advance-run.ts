import { explainFailure, Failure } from '../../platform/errors.ts';
import { publishLiveBounded } from '../../registry/live-events.ts';
import { publish } from '../../registry/publish.ts';
import { type Ctx, inSavepoint } from '../../storage/context.ts';
import { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from '../tenants/index.ts';
import type { Definition } from './definition.ts';
import { decide } from './execution/decide.ts';
import type { Effect, Outcome, Scope, Signal } from './execution/state.ts';
import { hasEnded, type Run } from './run.ts';
import { insertStep, lockRun, updateRun } from './runs.store.ts';
import { scopeOf } from './scope.ts';
import { definitionOf, startAutomation } from './start-run.ts';
import type { RunChanges } from './steps/define-step.ts';
import { kindOf } from './steps/index.ts';

/** A run waits at most this long for the result of its HTTP request. */
const HTTP_TIMEOUT_MS = 3_600_000;

/** The input of the job of a run. */
export type RunJob = { signal: Signal };

/**
 * Advances a run by one step, in one transaction: the effect of the step, the new state, the log line and the next input of the
 * job. Returns the next input and its time, or undefined when the run has ended.
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
  const after = await applyOutcome(within, definition, run, scope, outcome);
  if (hasEnded(after)) await publishEnd(within, after);
  return nextJob(after, ctx.clock.now());
}

/** Executes the effect and saves the outcome. A refused effect is rolled back, and the run takes the exit for it instead. */
async function applyOutcome(ctx: Ctx, definition: Definition, run: Run, scope: Scope, outcome: Outcome): Promise<Run> {
  if (!outcome.effect) return saveOutcome(ctx, run, outcome, {});
  try {
    const visit = { ...run, stepsDone: outcome.state.stepsDone };
    const changes = await executeEffect(ctx, definition, visit, outcome.effect);
    return saveOutcome(ctx, run, outcome, changes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const refused = decide(definition, run, { kind: 'undeliverable', reason: explainFailure(error) }, scope, ctx.clock.now());
    if (!refused) throw error;
    return saveOutcome(ctx, run, refused, {});
  }
}

function executeEffect(ctx: Ctx, { steps }: Definition, run: Run, effect: Effect): Promise<RunChanges> {
  const step = steps.find(({ id }) => id === run.stepId);
  const execute = step && kindOf(step).execute;
  if (!execute) throw new Error(`Step ${run.stepId} has the effect ${effect.do} and no execute`);
  return inSavepoint(ctx, () => execute({ ctx, run, effect, startAutomation }));
}

/** Saves the new state and the log line; both are sent with the commit. */
function saveOutcome(ctx: Ctx, run: Run, { state, log }: Outcome, changes: RunChanges): Run {
  const isAsking = state.waitingFor === 'reply';
  const after: Run = {
    ...run,
    ...state,
    chatId: changes.chatId ?? run.chatId,
    askedMessageId: isAsking ? (changes.messageId ?? run.askedMessageId) : null,
    endedAt: hasEnded({ ...run, ...state }) ? ctx.clock.now() : null,
  };
  updateRun(ctx, after);
  insertStep(ctx, run, log);
  publishLiveBounded(ctx, 'automation.run_stepped', [
    {
      runId: run.id,
      automationId: run.automationId,
      versionId: run.versionId,
      stepId: log.stepId,
      exit: log.outcome,
      nextStepId: after.stepId,
      status: after.status,
    },
  ]);
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
