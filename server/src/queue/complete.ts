import { afterCommit, type Ctx } from '../storage/context.ts';
import { lockConcurrencyKeys } from '../storage/locks.ts';
import { admitNext, republishJob, type Settled, settleJobs } from './attempts.store.ts';
import type { Freed } from './fragments.store.ts';
import { encodeRef, type Job, type JobKind, type JobRef, queueSubjectOf, TENANT_KEY } from './job.ts';

/** An attempt that is over: the job ends, or comes again at `retryAt`. */
export type Completion = { id: string; attempt: number; retryAt?: Date | null | undefined };

/**
 * Ends or reschedules jobs of one kind under the fence: an attempt that is no longer the current one matches no row. Where at least
 * one matched, `record` writes what came of them, and the next jobs of their concurrency keys start. Returns the ids that matched.
 */
export async function complete(
  ctx: Ctx,
  kind: JobKind,
  done: Completion[],
  record?: (ctx: Ctx) => Promise<void>,
): Promise<string[]> {
  if (done.length === 0) return [];
  const settled = await settleJobs(ctx, done);
  if (settled.length === 0) return [];
  await record?.(ctx);
  await startNext(ctx, [kind], toFreed(settled));
  return settled.map(({ id }) => id);
}

const toFreed = (settled: Settled[]): Freed[] => settled.map((one) => ({ ...one, n: 1 }));

/**
 * Ends a job that does all the work of its concurrency key, or publishes it once more where `findMore` finds some that waits since a
 * time. It goes behind the work of other tenants then, and the job that waits in its key is deleted: this one does its work too.
 * The key is locked meanwhile, so that work that is added sees either this job or its end.
 */
export async function completeOrContinue<Input>(
  ctx: Ctx,
  kind: JobKind & Pick<Job<Input>, 'input'>,
  ref: JobRef,
  concurrencyKey: string,
  findMore: () => Promise<{ input: Input; since: Date } | undefined>,
): Promise<void> {
  await lockConcurrencyKeys(ctx, kind.name, [concurrencyKey]);
  const more = await findMore();
  if (!more) return void (await complete(ctx, kind, [ref]));
  const attempt = await republishJob(ctx, kind.name, ref, concurrencyKey, { input: more.input, dueAt: more.since });
  if (attempt !== undefined) publishAdmitted(ctx, kind.name, [{ ...ref, attempt }]);
}

/** Starts the next job of each concurrency key that a statement with `completeSql` has freed. `kinds` are the kinds it was about. */
export async function startNext(ctx: Ctx, kinds: readonly JobKind[], freed: Freed[]): Promise<void> {
  for (const kind of kinds) {
    const isOrdered = kind.concurrencyLimit === 1;
    publishAdmitted(ctx, kind.name, await admitNext(ctx, kind.name, slotsOf(freed, kind.name, isOrdered), isOrdered));
  }
}

/** A job that ends makes room. So does one that waits for its retry, except where order is kept: there it stays first in line. */
function slotsOf(freed: Freed[], name: string, isOrdered: boolean): Map<string, number> {
  const slots = new Map<string, number>();
  for (const { concurrencyKey, isOver, n } of freed.filter((one) => one.name === name)) {
    if (concurrencyKey === '' || (!isOver && isOrdered)) continue;
    slots.set(concurrencyKey, (slots.get(concurrencyKey) ?? 0) + n);
  }
  return slots;
}

/** Starts the next job of the concurrency key of one job that ended. An ordered key is locked, so that no waiting job is missed. */
export async function startNextOf(ctx: Ctx, { name, concurrencyLimit }: JobKind, concurrencyKey: string): Promise<void> {
  if (concurrencyKey === '') return;
  const isOrdered = concurrencyLimit === 1 && concurrencyKey !== TENANT_KEY;
  if (isOrdered) await lockConcurrencyKeys(ctx, name, [concurrencyKey]);
  publishAdmitted(ctx, name, await admitNext(ctx, name, new Map([[concurrencyKey, 1]]), isOrdered));
}

/** Publishes jobs that waited for room, after the commit. */
export function publishAdmitted(ctx: Ctx, name: string, refs: JobRef[]): void {
  if (refs.length === 0) return;
  afterCommit(ctx, () => ctx.notify(refs.map((ref) => ({ subject: queueSubjectOf(name), payload: encodeRef(ref) }))));
}
