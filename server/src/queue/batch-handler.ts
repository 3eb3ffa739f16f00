import type { Origin } from '../platform/tracing.ts';
import { createBatcher } from '../storage/batcher.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { startJob } from './as-job.ts';
import { selectJobs, takeJobs } from './attempts.store.ts';
import { startNext } from './complete.ts';
import { type Job, type JobRef, parseInput } from './job.ts';

/** How transactional jobs that could each have a transaction of their own share one. */
export type SharedTransaction<Input> = {
  /** Returns for each job whether it may share a transaction. Each of the others has its own. */
  choose(ctx: Ctx, inputs: Input[]): Promise<boolean[]>;
  /** `origins`: the origin of what each job causes. */
  handle(ctx: Ctx, inputs: Input[], origins: (Origin | undefined)[]): Promise<void>;
};

/**
 * Returns a function that does jobs of one tenant in one transaction when they arrive while others are under way. It returns whether
 * the job is done; one that is not runs alone. If one job of a transaction fails, all of them run alone.
 */
export function createBatchHandler(job: Job, shared: SharedTransaction<never>): (ctx: Ctx, ref: JobRef) => Promise<boolean> {
  return createBatcher<JobRef, boolean>(async (ctx, refs) => {
    if (refs.length === 1) return [false];
    const chosen = await chooseShared(ctx, job, shared, refs);
    if (chosen.length > 0) await inTransaction(ctx, (ctx) => doAll(ctx, job, shared, chosen));
    return refs.map((ref) => chosen.includes(ref));
  });
}

async function chooseShared(ctx: Ctx, job: Job, { choose }: SharedTransaction<never>, refs: JobRef[]): Promise<JobRef[]> {
  const known = await selectJobs(ctx, refs);
  const inputs = known.map(({ input }) => parseInput(job, input));
  const chosen = await choose(ctx, inputs as never[]);
  const ids = new Set(known.filter((_, i) => chosen[i]).map(({ id }) => id));
  return refs.filter(({ id }) => ids.has(id));
}

async function doAll(ctx: Ctx, job: Job, { handle }: SharedTransaction<never>, refs: JobRef[]): Promise<void> {
  const taken = await takeJobs(ctx, refs);
  const started = taken.map((one) => startJob(ctx, job, one));
  const origins = started.map(({ origin }) => origin);
  try {
    await handle(ctx, taken.map(({ input }) => parseInput(job, input)) as never[], origins);
  } finally {
    for (const { end } of started) end();
  }
  const freed = taken.map(({ concurrencyKey }) => ({ name: job.name, concurrencyKey, isOver: true, n: 1 }));
  await startNext(ctx, [job], freed);
}
