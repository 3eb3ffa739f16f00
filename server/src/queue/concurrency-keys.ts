import { afterCommit, type Ctx } from '../storage/context.ts';
import { encodeRef, type Job, type JobRef, queueSubjectOf } from './job.ts';
import { admitNext, deleteJobs, type Left } from './jobs.store.ts';

/** Lets the next of each lane start when a recorded batch has left it. `ordered` names the kinds that keep order. */
export async function leaveLanes(ctx: Ctx, left: Left[], ordered: readonly string[]): Promise<void> {
  for (const [name, lanes] of freedLanes(left, ordered))
    tellAdmitted(ctx, name, await admitNext(ctx, name, lanes, ordered.includes(name)));
}

/**
 * Ends jobs of an ordered kind whatever their attempt, for work that turns out to be done, and lets the next of each lane start. A
 * worker that has one of them finds the fence closed. A lane in which another job is under way has its turn when that one ends.
 */
export async function endJobsInLanes(ctx: Ctx, { name }: Pick<Job, 'name'>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const freed = await deleteJobs(ctx, name, ids);
  tellAdmitted(ctx, name, await admitNext(ctx, name, new Map(freed.map((lane) => [lane, 1])), true));
}

export function tellAdmitted(ctx: Ctx, name: string, refs: JobRef[]): void {
  if (refs.length === 0) return;
  afterCommit(ctx, () => ctx.tell(refs.map((ref) => ({ subject: queueSubjectOf(name), payload: encodeRef(ref) }))));
}

/** A job that is over makes room; so does one that waits for its retry, except where order is kept: there it goes first. */
function freedLanes(left: Left[], ordered: readonly string[]): Map<string, Map<string, number>> {
  const freed = new Map<string, Map<string, number>>();
  for (const { name, lane, isOver, n } of left) {
    if (lane === '' || (!isOver && ordered.includes(name))) continue;
    const lanes = freed.get(name) ?? new Map<string, number>();
    freed.set(name, lanes.set(lane, (lanes.get(lane) ?? 0) + n));
  }
  return freed;
}
