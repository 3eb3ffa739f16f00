import { afterCommit, type Ctx } from '../storage/context.ts';
import { admitNext } from './attempts.store.ts';
import { publishAdmitted } from './complete.ts';
import { encodeRef, type Job, parseInput, subjectOf } from './job.ts';
import { deleteJobs, deleteJobsByInput, lockJob, publishWithInput, updateDueAt } from './jobs.store.ts';

/**
 * Deletes jobs, whatever their state and attempt, and starts the next of their concurrency keys. An attempt that is under way records
 * nothing. With `ifUnstarted` a job that was ever retried or rescheduled stays. Returns the ids of the deleted jobs.
 */
export async function cancel(
  ctx: Ctx,
  { name, concurrencyLimit }: Pick<Job, 'name' | 'concurrencyLimit'>,
  ids: string[],
  { ifUnstarted = false }: { ifUnstarted?: boolean } = {},
): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await deleteJobs(ctx, name, ids, ifUnstarted ? 1 : null);
  const freed = new Map(gone.flatMap(({ freeKey }) => (freeKey === null ? [] : [[freeKey, 1] as const])));
  publishAdmitted(ctx, name, await admitNext(ctx, name, freed, concurrencyLimit === 1));
  return gone.map(({ id }) => id);
}

/** Deletes the jobs of a kind whose input has one of these values in a field. It reads all jobs of the tenant: for rare requests. */
export const cancelByInput = <Input>(
  ctx: Ctx,
  { name }: Pick<Job<Input>, 'name' | 'input'>,
  field: keyof Input & string,
  values: string[],
): Promise<void> => deleteJobsByInput(ctx, name, field, values);

/** Makes waiting jobs due at a time, now unless one is given, where they would be due later. The sweep publishes them. */
export const reschedule = (ctx: Ctx, { name }: Pick<Job, 'name'>, ids: string[], at = ctx.clock.now()): Promise<void> =>
  updateDueAt(ctx, name, ids, at);

/** The new input of a job, or a function of the present one. Where it returns nothing the job stays as it is. */
export type SignalInput<Input> = Input | ((current: Input) => Promise<Input | undefined>);

/**
 * Gives a stepwise job a new input and publishes it immediately. An attempt that is under way records nothing. A function is called
 * while the job is locked, so that no step of it runs meanwhile. Returns whether there is such a job and it was signalled.
 */
export async function signal<Input>(
  ctx: Ctx,
  job: Pick<Job<Input>, 'name' | 'input'>,
  id: string,
  input: SignalInput<Input>,
): Promise<boolean> {
  const next = typeof input === 'function' ? await inputFor(ctx, job, id, input as (current: Input) => Promise<Input>) : input;
  const attempt = next === undefined ? undefined : await publishWithInput(ctx, id, next);
  if (attempt === undefined) return false;
  const payload = encodeRef({ tenantId: ctx.tenantId, id, attempt });
  afterCommit(ctx, () => ctx.notify([{ subject: subjectOf(job.name), payload }]));
  return true;
}

async function inputFor<Input>(
  ctx: Ctx,
  job: Pick<Job<Input>, 'name' | 'input'>,
  id: string,
  decide: (current: Input) => Promise<Input | undefined>,
): Promise<Input | undefined> {
  const locked = await lockJob(ctx, id);
  return locked && decide(parseInput(job, locked.input));
}
