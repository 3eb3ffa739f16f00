import { leaveLanes } from '../queue/concurrency-keys.ts';
import { type Job, type JobRef, waitAfter } from '../queue/job.ts';
import { selectInputs, settleJobs } from '../queue/jobs.store.ts';
import type { BatchHandler } from '../queue/worker.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';

/** What came of a call: the job is over, or it is done again at this time. What is recorded commits together with that. */
export type Ending = { againAt?: Date; record?(ctx: Ctx): Promise<void> };

/**
 * A job that calls a provider: outside any transaction, so that a slow answer holds no lock, and recorded under the fence, so
 * that of two workers one does. It can run twice.
 */
export const providerJob =
  <Input>(job: Job<Input>, act: (ctx: Ctx, input: Input, ref: JobRef) => Promise<Ending>): BatchHandler =>
  async (ctx, refs, done) => {
    const inputs = new Map((await selectInputs<Input>(ctx, refs)).map(({ id, input }) => [id, input]));
    const ended = await Promise.allSettled(
      refs.map(async (ref) => {
        const input = inputs.get(ref.id);
        if (input) await settle(ctx, ref, await act(ctx, input, ref).catch((error: unknown) => thrown(ctx, job, ref, error)));
        done(ref); // recorded now, or by somebody else before
      }),
    );
    for (const one of ended) if (one.status === 'rejected') throw one.reason; // when all of them are over
  };

/** When a job is due again: as the provider says, or as the job's policy has it. */
export const againAt = <Input>(ctx: Ctx, job: Job<Input>, ref: JobRef, afterSeconds?: number): Date =>
  new Date(ctx.clock.now().getTime() + (afterSeconds ?? waitAfter(job as Job, ref.attempt)) * 1000);

function thrown<Input>(ctx: Ctx, job: Job<Input>, ref: JobRef, error: unknown): Ending {
  ctx.log.warn({ err: error, job: job.name, jobId: ref.id, tenantId: ref.tenantId }, 'a job failed; it is tried again later');
  return { againAt: againAt(ctx, job, ref) };
}

const settle = (ctx: Ctx, ref: JobRef, ending: Ending): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const left = await settleJobs(ctx, [{ id: ref.id, attempt: ref.attempt, dueAt: ending.againAt ?? null }]);
    if (left.length === 0) return;
    await ending.record?.(ctx);
    await leaveLanes(ctx, left, []);
  });
