import { type Origin, storedOrigin } from '../platform/tracing.ts';
import { afterCommit, type Ctx, idFor } from '../storage/context.ts';
import { lockConcurrencyKeys } from '../storage/locks.ts';
import { encodeRef, type Job, subjectOf, TENANT_KEY, type Timers } from './job.ts';
import { insertJobs, insertTimers, lockWaiting, type NewJob, upsertJob } from './jobs.store.ts';

/** Transactions that count at the same moment find the same room. Where a limit is this small, they count one after the other. */
const SMALL_LIMIT = 20;

/** `at` in the future is a timer. Only kinds that declare timers take one. `origin`: what causes the job, if not the work of `ctx`. */
export type EnqueueOptions<T extends Timers = Timers> = {
  id?: string;
  concurrencyKey?: string;
  origin?: Origin | null | undefined;
} & (T extends 'unlimited' ? { at?: Date } : { at?: never });

export type Enqueued<Input, T extends Timers = Timers> = { input: Input } & EnqueueOptions<T>;

/** Inserts a job in the caller's transaction: both commit or neither does. It is published after the commit. */
export const enqueue = <Input, T extends Timers>(
  ctx: Ctx,
  job: Job<Input, T>,
  input: Input,
  options: EnqueueOptions<T> = {} as EnqueueOptions<T>,
): Promise<void> => enqueueMany(ctx, job, [{ input, ...options }]);

/**
 * The same for many jobs of one kind, in one statement. With `onePerKey` a job is added only to concurrency keys in which none waits,
 * for jobs that do all the work there is in their key (`concurrencyLimit` 1): a key then has at most one published and one waiting job.
 */
export async function enqueueMany<Input, T extends Timers>(
  ctx: Ctx,
  job: Job<Input, T>,
  wanted: Enqueued<Input, T>[],
  { onePerKey = false }: { onePerKey?: boolean } = {},
): Promise<void> {
  const jobs = onePerKey ? await withoutWaiting(ctx, job, wanted) : wanted;
  if (jobs.length === 0) return;
  const now = ctx.clock.now();
  const rows = jobs.map((one) => toRow(ctx, one, now));
  await lockWhereNeeded(ctx, job, rows, now);
  const published = await insertJobs(ctx, job, rows);
  const notices = published.map((id) => ({
    subject: subjectOf(job.name),
    payload: encodeRef({ tenantId: ctx.tenantId, id, attempt: 1 }),
  }));
  afterCommit(ctx, () => ctx.notify(notices));
}

const toRow = (ctx: Ctx, { input, id, concurrencyKey = '', at, origin }: Enqueued<unknown>, now: Date): NewJob => ({
  id: id ?? idFor(ctx),
  input,
  concurrencyKey,
  dueAt: at && at > now ? at : now,
  origin: storedOrigin(origin ?? ctx.origin),
});

async function lockWhereNeeded(ctx: Ctx, job: Pick<Job, 'name' | 'concurrencyLimit' | 'tenantLimit'>, rows: NewJob[], now: Date) {
  const keys = new Set(rows.map((row) => row.concurrencyKey).filter((key) => key !== ''));
  if (job.concurrencyLimit === 1 && keys.size > 0) await lockConcurrencyKeys(ctx, job.name, keys);
  const counts = rows.some(({ concurrencyKey, dueAt }) => concurrencyKey === '' && dueAt <= now);
  if (job.tenantLimit <= SMALL_LIMIT && counts) await lockConcurrencyKeys(ctx, job.name, [TENANT_KEY]);
}

/** Returns one job for each concurrency key in which none waits. */
async function withoutWaiting<Input, T extends Timers>(
  ctx: Ctx,
  { name }: Pick<Job, 'name'>,
  wanted: Enqueued<Input, T>[],
): Promise<Enqueued<Input, T>[]> {
  const keys = new Map(wanted.map((one) => [one.concurrencyKey ?? '', one]));
  await lockConcurrencyKeys(ctx, name, keys.keys());
  for (const key of await lockWaiting(ctx, name, [...keys.keys()])) keys.delete(key);
  return [...keys.values()];
}

/** A job whose id the caller chose. Without `at` it is due now. */
export type Scheduled<Input, T extends Timers = Timers> = Enqueued<Input, T> & { id: string };

/**
 * Sets when the job of this id runs: inserts it, or changes the time of the one that waits, is published or has failed. An attempt
 * that is under way meanwhile records nothing. The sweep publishes the job when it is due.
 */
export const schedule = <Input, T extends Timers>(
  ctx: Ctx,
  { name }: Job<Input, T>,
  { id, input, concurrencyKey = '', at = ctx.clock.now(), origin = ctx.origin }: Scheduled<Input, T>,
): Promise<void> => upsertJob(ctx, name, { id, input, concurrencyKey, dueAt: at, origin: storedOrigin(origin) });

/** Inserts jobs that wait for their time, in one statement. A job of the same id stays as it is. */
export async function scheduleMany<Input>(
  ctx: Ctx,
  { name }: Job<Input, 'unlimited'>,
  wanted: (Scheduled<Input, 'unlimited'> & { at: Date })[],
): Promise<void> {
  if (wanted.length === 0) return;
  const rows = wanted.map(({ id, input, concurrencyKey = '', at, origin = ctx.origin }) => ({
    id,
    input,
    concurrencyKey,
    dueAt: at,
    origin: storedOrigin(origin),
  }));
  await insertTimers(ctx, name, rows);
}
