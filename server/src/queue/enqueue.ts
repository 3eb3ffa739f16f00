import { afterCommit, type Ctx, idFor } from '../storage/context.ts';
import { encodeRef, type Job, subjectOf, TENANT_LANE } from './job.ts';
import { holdWaitingLanes, insertJobs, lockLanes, type NewJob, upsertJob } from './jobs.store.ts';

/** Requests that count at the same moment see the same room. Where it is small, they count one after the other. */
const SMALL_LIMIT = 20;

export type EnqueueOptions = { id?: string; lane?: string; at?: Date };

/** Puts work off, in the caller's transaction: both happen or neither does. `at` in the future is a timer. */
export async function enqueue<Input>(ctx: Ctx, job: Job<Input>, input: Input, options: EnqueueOptions = {}): Promise<void> {
  await enqueueMany(ctx, job, [{ input, ...options }]);
}

/** The same for many jobs of one kind, in one statement. */
export async function enqueueMany<Input>(
  ctx: Ctx,
  job: Job<Input>,
  wanted: ({ input: Input } & EnqueueOptions)[],
): Promise<void> {
  if (wanted.length === 0) return;
  const now = ctx.clock.now();
  const rows: NewJob[] = wanted.map(({ input, id, lane, at }) => ({
    id: id ?? idFor(ctx),
    input,
    lane: lane ?? '',
    dueAt: at && at > now ? at : now,
  }));
  const lanes = new Set(rows.map((row) => row.lane).filter((lane) => lane !== '')); // '' is no lane
  if (job.laneLimit === 1 && lanes.size > 0) await lockLanes(ctx, job.name, lanes);
  if (job.tenantLimit <= SMALL_LIMIT && rows.some(({ lane, dueAt }) => lane === '' && dueAt <= now))
    await lockLanes(ctx, job.name, [TENANT_LANE]);
  const published = await insertJobs(ctx, job, rows);
  const notices = published.map((id) => ({
    subject: subjectOf(job.name),
    payload: encodeRef({ tenantId: ctx.tenantId, id, attempt: 1 }),
  }));
  afterCommit(ctx, () => ctx.tell(notices));
}

/**
 * Makes sure that each lane has a job that starts after this transaction has committed, and adds one where none waits. For jobs that
 * do whatever there is to do in their lane (`laneLimit` 1): a lane has at most one under way and one that waits.
 */
export async function enqueueOncePerLane<Input>(
  ctx: Ctx,
  job: Job<Input>,
  wanted: { input: Input; lane: string }[],
): Promise<void> {
  const lanes = new Map(wanted.map((one) => [one.lane, one]));
  await lockLanes(ctx, job.name, lanes.keys());
  for (const lane of await holdWaitingLanes(ctx, job, [...lanes.keys()])) lanes.delete(lane);
  await enqueueMany(ctx, job, [...lanes.values()]);
}

/** Makes a job due now, whether it waits for a retry or was finished long ago. The sweep picks it up within a moment. */
export const requeue = <Input>(ctx: Ctx, job: Job<Input>, id: string, input: Input, lane: string): Promise<void> =>
  upsertJob(ctx, job.name, { id, input, lane, dueAt: ctx.clock.now() });
