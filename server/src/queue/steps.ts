import type { Metrics } from '../platform/metrics.ts';
import { afterCommit, type Ctx, inTransaction } from '../storage/context.ts';
import { asJob } from './as-job.ts';
import { continueJob, lockAttempt } from './attempts.store.ts';
import { startNextOf } from './complete.ts';
import { retryLater } from './failures.ts';
import { encodeRef, type Job, type JobRef, parseInput, queueSubjectOf, subjectOf, TENANT_KEY } from './job.ts';
import { deleteJobs } from './jobs.store.ts';

/**
 * Stepwise: continues a job that lives through many steps. Each step is one transaction. It returns the input of the next step and when
 * that is due, at once unless a time is given. Where it returns nothing the job ends. Each step is a new attempt of the job.
 */
export type StepwiseHandler<Input> = (ctx: Ctx, input: Input, jobId: string) => Promise<NextStep<Input> | undefined>;

export type NextStep<Input> = { input: Input; at?: Date | undefined };

/** The most steps of a job in a row before other jobs have their turn. */
const MOST_IN_A_ROW = 25;
/** A step that is due this soon does not wait for the sweep, which runs twice a second. */
const SOON_MS = 1_000;

/**
 * Runs steps that are due at once one after the other, without the broker. Each has committed before the next begins. If this process
 * dies the sweep finds the job at the step it had come to.
 */
export const runSteps =
  (deps: { metrics: Metrics }, job: Job, handle: StepwiseHandler<never>) =>
  async (ctx: Ctx, ref: JobRef): Promise<boolean> => {
    let at: JobRef | undefined = ref;
    for (let i = 0; i < MOST_IN_A_ROW && at; i++) {
      const current: JobRef = at;
      const startedAt = performance.now();
      try {
        at = await inTransaction(ctx, (ctx) => runStep(ctx, job, handle, current));
      } catch (error) {
        return retryLater(deps, ctx, job, current, error);
      }
      deps.metrics.jobSeconds.record((performance.now() - startedAt) / 1000, { job: job.name });
    }
    if (at) ctx.notify([{ subject: subjectOf(job.name), payload: encodeRef(at) }]);
    return true;
  };

/** Runs one step. Returns the job's next attempt if that is due at once. */
async function runStep(ctx: Ctx, job: Job, handle: StepwiseHandler<never>, ref: JobRef): Promise<JobRef | undefined> {
  const locked = await lockAttempt(ctx, ref);
  if (!locked) return undefined;
  const { origin } = locked;
  const next = await asJob(ctx, job, { ...ref, origin }, (ctx) => handle(ctx, parseInput(job, locked.input) as never, ref.id));
  if (!next) return endSteps(ctx, job, ref, locked.concurrencyKey);
  const now = ctx.clock.now();
  const waitMs = next.at === undefined ? 0 : next.at.getTime() - now.getTime();
  const isDue = waitMs <= 0;
  const following = { ...ref, attempt: ref.attempt + 1 };
  continueJob(ctx, ref, next.input, isDue ? now : (next.at as Date), isDue);
  if (!isDue && locked.concurrencyKey === TENANT_KEY) await startNextOf(ctx, job, locked.concurrencyKey);
  if (!isDue && waitMs <= SOON_MS) afterCommit(ctx, () => publishAt(ctx, job, following, next.at as Date));
  return isDue ? following : undefined;
}

async function endSteps(ctx: Ctx, job: Job, ref: JobRef, concurrencyKey: string): Promise<undefined> {
  await deleteJobs(ctx, job.name, [ref.id], null);
  await startNextOf(ctx, job, concurrencyKey);
}

/** If this process ends before, the sweep publishes the job. Of two messages the second finds the step done. */
function publishAt(ctx: Ctx, job: Job, ref: JobRef, at: Date): void {
  const isTime = () => ctx.clock.now() >= at;
  const publish = () => isTime() && ctx.notify([{ subject: queueSubjectOf(job.name), payload: encodeRef(ref) }]);
  setTimeout(publish, Math.max(1, at.getTime() - ctx.clock.now().getTime() + 1)).unref();
}
