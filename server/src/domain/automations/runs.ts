import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { cancel as cancelJobs, enqueue, signal as signalJob } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { RunJob } from './advance-run.ts';
import type { Signal } from './execution/state.ts';
import { hasEnded, type Run, type RunStep } from './run.ts';
import { lockRun, selectRun, selectSteps, selectUnfinished, updateRun } from './runs.store.ts';

/**
 * Gives a signal to a run that waits for it. Locks the job first, as `advanceRun` does. A reply that the job already carries is
 * not replaced.
 */
export async function signalRun(ctx: Ctx, runId: string, signal: Signal, isAwaited: (run: Run) => boolean): Promise<void> {
  await signalJob(ctx, jobs.advanceRun, runId, async (pending) => {
    const run = await selectRun(ctx, runId);
    const hasReply = (pending as RunJob).signal.kind === 'reply';
    return run && isAwaited(run) && !hasReply ? { signal } : undefined;
  });
}

export type RunWithSteps = Run & { steps: RunStep[] };

export async function getRun(ctx: Ctx, id: string): Promise<RunWithSteps> {
  const run = found(isId(id) ? await selectRun(ctx, id) : undefined, 'automation_run_not_found');
  return { ...run, steps: await selectSteps(ctx, run.id) };
}

/** Cancels a run. The effects of its steps stay. */
export const cancelRun = (ctx: Ctx, id: string): Promise<RunWithSteps> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id)) await cancelJobs(ctx, jobs.advanceRun, [id]);
    const run = found(isId(id) ? await lockRun(ctx, id) : undefined, 'automation_run_not_found');
    if (hasEnded(run)) throw new Failure('conflict', { message: `This run has ended already: it is ${run.status}` });
    cancel(ctx, run);
    return getRun(ctx, run.id);
  });

const cancel = (ctx: Ctx, run: Run): void =>
  updateRun(ctx, { ...run, status: 'cancelled', waitingFor: null, wakeAt: null, askedMessageId: null, endedAt: ctx.clock.now() });

/** Continues a failed run at the step that failed. */
export const retryRun = (ctx: Ctx, id: string): Promise<RunWithSteps> =>
  inTransaction(ctx, async (ctx) => {
    const run = found(isId(id) ? await lockRun(ctx, id) : undefined, 'automation_run_not_found');
    if (run.status !== 'failed' || !run.error)
      throw new Failure('conflict', { message: `Only a failed run can be retried; this one is ${run.status}` });
    updateRun(ctx, { ...run, status: 'running', stepId: run.error.step, error: null, endedAt: null });
    await enqueue(ctx, jobs.advanceRun, { signal: { kind: 'go' } }, { id: run.id });
    return getRun(ctx, run.id);
  });

/** Cancels all unfinished runs of an automation. */
export async function cancelRunsOf(ctx: Ctx, automationId: string): Promise<void> {
  const ids = await selectUnfinished(ctx, automationId);
  await cancelJobs(ctx, jobs.advanceRun, ids);
  for (const id of ids) {
    const run = await lockRun(ctx, id);
    if (run && !hasEnded(run)) cancel(ctx, run);
  }
}
