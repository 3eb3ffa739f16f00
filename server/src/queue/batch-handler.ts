import { createBatcher } from '../storage/batcher.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { leaveLanes } from './concurrency-keys.ts';
import type { Job, JobRef } from './job.ts';
import { selectInputs, type Taken, takeJobs } from './jobs.store.ts';

/** How jobs that could each be done by itself are done in one transaction. */
export type Together<Input> = {
  /** Which of the jobs may share a transaction; each of the others has one of its own. */
  choose(ctx: Ctx, inputs: Input[]): Promise<boolean[]>;
  handle(ctx: Ctx, inputs: Input[]): Promise<void>;
};

/**
 * Does jobs of one tenant together that arrive while others are under way. Answers of each whether it is done; one that is
 * not is to be done alone. One that fails takes nobody along: then all of them are done alone.
 */
export function createBatchHandler(job: Job, together: Together<never>): (ctx: Ctx, ref: JobRef) => Promise<boolean> {
  return createBatcher<JobRef, boolean>(async (ctx, refs) => {
    if (refs.length === 1) return [false];
    const shared = await sharedOf(ctx, together, refs);
    if (shared.length > 0) await inTransaction(ctx, (ctx) => doAll(ctx, job, together, shared));
    return refs.map((ref) => shared.includes(ref));
  });
}

async function sharedOf(ctx: Ctx, { choose }: Together<never>, refs: JobRef[]): Promise<JobRef[]> {
  const known = await selectInputs<never>(ctx, refs);
  const chosen = await choose(
    ctx,
    known.map(({ input }) => input),
  );
  const ids = new Set(known.filter((_, i) => chosen[i]).map(({ id }) => id));
  return refs.filter(({ id }) => ids.has(id));
}

async function doAll(ctx: Ctx, job: Job, { handle }: Together<never>, refs: JobRef[]): Promise<void> {
  const taken = await takeJobs(ctx, refs);
  await handle(ctx, taken.map(({ input }) => input) as never[]);
  await leaveLanes(ctx, leftBy(job, taken), []);
}

function leftBy(job: Job, taken: Taken[]): { name: string; lane: string; isOver: boolean; n: number }[] {
  const lanes = Map.groupBy(taken, ({ lane }) => lane);
  return [...lanes].map(([lane, ones]) => ({ name: job.name, lane, isOver: true, n: ones.length }));
}
