import {
  asJob,
  complete,
  type ExternalHandler,
  type Job,
  type JobRef,
  loadJobs,
  recordFailure,
  waitAfter,
} from '../queue/index.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';

/** The result of a call: the job is over, or it runs again at a time. What `record` writes commits together with that. */
export type Ending = { againAt?: Date; record?(ctx: Ctx): Promise<void> };

/**
 * Returns a handler that calls a provider for each job: outside any transaction, so that a slow answer holds no lock. The result is
 * recorded under the fence, so that of two workers one records it. A call can be made twice.
 */
export const providerJob =
  <Input>(job: Job<Input>, act: (ctx: Ctx, input: Input, ref: JobRef) => Promise<Ending>): ExternalHandler =>
  async (ctx, refs, done) => {
    const loaded = new Map((await loadJobs(ctx, job, refs)).map((one) => [one.id, one]));
    const ended = await Promise.allSettled(
      refs.map(async (ref) => {
        const one = loaded.get(ref.id);
        const { input } = one ?? {};
        if (one && input)
          await asJob(ctx, job, { ...ref, ...one }, (ctx) => actAndRecord(ctx, job, ref, () => act(ctx, input, ref)));
        done(ref); // recorded now, or by another worker before
      }),
    );
    for (const one of ended) if (one.status === 'rejected') throw one.reason; // when all of them are over
  };

/** Returns when a job is due again: as the provider says, or by the waits of its kind. */
export const againAt = <Input>(ctx: Ctx, job: Job<Input>, ref: JobRef, afterSeconds?: number): Date =>
  new Date(ctx.clock.now().getTime() + (afterSeconds ?? waitAfter(job, ref.attempt)) * 1000);

async function actAndRecord<Input>(ctx: Ctx, job: Job<Input>, ref: JobRef, act: () => Promise<Ending>): Promise<void> {
  let ending: Ending;
  try {
    ending = await act();
  } catch (error) {
    return recordFailure(ctx, job, ref, error);
  }
  const { againAt: retryAt, record } = ending;
  await inTransaction(ctx, (ctx) => complete(ctx, job, [{ id: ref.id, attempt: ref.attempt, retryAt }], record));
}
