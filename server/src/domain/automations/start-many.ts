import { Failure, found } from '../../platform/errors.ts';
import { enqueueMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { getAutomation } from './automations.ts';
import { initialState } from './execution/state.ts';
import { insertRuns } from './runs.store.ts';

export type NewStart = { contactId: string; variables: Record<string, unknown> };

/**
 * Starts runs of an active automation for many contacts on a channel, in a few statements. Returns the id of each run, or null
 * where the automation allows one open run per contact and the contact has one.
 */
export async function startMany(
  ctx: Ctx,
  automationId: string,
  channelId: string,
  starts: NewStart[],
): Promise<(string | null)[]> {
  const automation = await getAutomation(ctx, automationId);
  if (automation.status !== 'active')
    throw new Failure('conflict', { message: `The automation ${automation.name} is ${automation.status}; publish it first` });
  const { id: versionId, definition } = found(automation.activeVersion, 'automation_not_found');
  const runs = starts.map(({ contactId, variables }) => ({
    id: idFor(ctx),
    contactId,
    state: initialState(definition, variables),
  }));
  const run = { automationId: automation.id, versionId, channelId, depth: 0, isSingle: definition.isSingle };
  const started = await insertRuns(ctx, run, runs);
  await enqueueMany(
    ctx,
    jobs.advanceRun,
    runs.filter(({ id }) => started.has(id)).map(({ id }) => ({ input: { signal: { kind: 'go' } }, id })),
  );
  return runs.map(({ id }) => (started.has(id) ? id : null));
}
