import { Failure, found } from '../../platform/errors.ts';
import { enqueueMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { getAutomation } from './automations.ts';
import { beginRun } from './execution/state.ts';
import { insertRuns } from './runs.store.ts';

export type NewStart = { contactId: string; variables: Record<string, unknown> };

/**
 * Begins a run of an active automation for many contacts, on a channel, in a few statements. Answers the id of each one's run,
 * or nothing where the automation allows one at a time and the contact is in one.
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
  const people = starts.map(({ contactId, variables }) => ({
    id: idFor(ctx),
    contactId,
    state: beginRun(definition, variables),
  }));
  const run = { automationId: automation.id, versionId, channelId, depth: 0, isSingle: definition.isSingle };
  const begun = await insertRuns(ctx, run, people);
  await enqueueMany(
    ctx,
    jobs.advanceRun,
    people.filter(({ id }) => begun.has(id)).map(({ id }) => ({ input: { signal: { kind: 'go' } }, id })),
  );
  return people.map(({ id }) => (begun.has(id) ? id : null));
}
