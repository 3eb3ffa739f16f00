import { cancelByInput, cancel as cancelJobs } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import type { Ctx } from '../../storage/context.ts';
import { clearRuns, selectDuplicates, selectRunsOf, updateCancelled, updateContact } from './privacy.store.ts';

/**
 * Moves the runs of a merged contact to the remaining contact. Where an automation allows one open run per contact and both
 * contacts have one, the run of the merged contact is cancelled.
 */
export async function moveRuns(ctx: Ctx, fromContactId: string, toContactId: string): Promise<void> {
  await cancel(ctx, await selectDuplicates(ctx, fromContactId, toContactId));
  await updateContact(ctx, fromContactId, toContactId);
}

/** Cancels the runs of an erased contact and removes their personal data. Status and log outcomes stay. */
export async function emptyRuns(ctx: Ctx, contactId: string): Promise<void> {
  const runs = await selectRunsOf(ctx, contactId);
  if (runs.length === 0) return;
  const ids = runs.map(({ id }) => id);
  await cancelByInput(ctx, jobs.callHttp, 'runId', ids); // a request holds personal data; one that failed outlives its run
  await cancel(
    ctx,
    runs.filter(({ isOpen }) => isOpen).map(({ id }) => id),
  );
  await clearRuns(ctx, contactId, ids);
}

async function cancel(ctx: Ctx, runIds: string[]): Promise<void> {
  if (runIds.length === 0) return;
  await cancelJobs(ctx, jobs.advanceRun, runIds);
  await updateCancelled(ctx, runIds);
}
