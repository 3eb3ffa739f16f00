import { Failure, found, type InvalidParams } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { lockBusinessHours } from '../business-hours/index.ts';
import { ownChannels } from '../channels/index.ts';
import { lockLabels } from '../labels/index.ts';
import { withinQuota } from '../quotas/index.ts';
import { lockTeams } from '../users/index.ts';
import { insertPolicy, selectPolicy, updatePolicyRow } from './policies.store.ts';

/** A promise of times for conversations. An empty list of channels, teams or labels means any. */
export type SlaPolicy = {
  id: string;
  name: string;
  firstReplyMinutes: number | null;
  nextReplyMinutes: number | null;
  resolutionMinutes: number | null;
  /** Null: every minute counts. */
  businessHoursId: string | null;
  channelIds: string[];
  teamIds: string[];
  /** Labels of the contact; one of them is enough. */
  labelIds: string[];
  createdAt: Date;
  updatedAt: Date;
};

export type NewSlaPolicy = Omit<SlaPolicy, 'id' | 'createdAt' | 'updatedAt'>;
export type SlaPolicyChanges = { [Field in keyof NewSlaPolicy]?: NewSlaPolicy[Field] | undefined };

const nameTaken = { sla_policies_name: 'There is an SLA policy of this name already (upper and lower case are the same)' };

export const createSlaPolicy = (ctx: Ctx, wanted: NewSlaPolicy): Promise<SlaPolicy> =>
  withinQuota(ctx, 'slaPolicies', async (ctx) => {
    await requireKnown(ctx, wanted);
    const now = ctx.clock.now();
    const policy = { ...folded(wanted), id: idFor(ctx), createdAt: now, updatedAt: now };
    await explainConflicts(nameTaken, () => insertPolicy(ctx, policy));
    return policy;
  });

export const getSlaPolicy = async (ctx: Ctx, id: string): Promise<SlaPolicy> =>
  found(isId(id) ? await selectPolicy(ctx, id) : undefined, 'sla_policy_not_found');

/** Changes a policy. Due times that are set already stay. */
export const updateSlaPolicy = (ctx: Ctx, id: string, changes: SlaPolicyChanges): Promise<SlaPolicy> =>
  inTransaction(ctx, async (ctx) => {
    const policy = { ...(await getSlaPolicy(ctx, id)), ...defined(changes) };
    await requireKnown(ctx, changes);
    requirePromise(policy);
    return found(await explainConflicts(nameTaken, () => updatePolicyRow(ctx, id, folded(policy))), 'sla_policy_not_found');
  });

/** Deletes a policy. The due times of its chats end with it. */
export const deleteSlaPolicy = (ctx: Ctx, id: string): Promise<DeleteResult> => deleteByIds(ctx, 'sla_policies', [id]);

const defined = (changes: SlaPolicyChanges): Partial<NewSlaPolicy> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

function requirePromise({ firstReplyMinutes, nextReplyMinutes, resolutionMinutes }: NewSlaPolicy): void {
  if (firstReplyMinutes !== null || nextReplyMinutes !== null || resolutionMinutes !== null) return;
  const message = 'A policy promises at least one time: firstReplyMinutes, nextReplyMinutes or resolutionMinutes';
  throw new Failure('invalid_body_params', { invalidParams: { firstReplyMinutes: { key: 'custom', message } } });
}

const lower = (ids: string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
const folded = <Policy extends NewSlaPolicy>(policy: Policy): Policy => ({
  ...policy,
  channelIds: lower(policy.channelIds),
  teamIds: lower(policy.teamIds),
  labelIds: lower(policy.labelIds),
});

type Lookup = (ctx: Ctx, ids: string[]) => Promise<Set<string>>;

/** Refuses ids that the tenant does not have. */
async function requireKnown(ctx: Ctx, { businessHoursId, channelIds, teamIds, labelIds }: SlaPolicyChanges): Promise<void> {
  const invalidParams: InvalidParams = {};
  const check = async (name: string, ids: string[], thing: string, lookUp: Lookup) => {
    const known = ids.length === 0 ? new Set() : await lookUp(ctx, lower(ids).filter(isId));
    for (const [i, id] of ids.entries())
      if (!known.has(id.toLowerCase()))
        invalidParams[name.replace('*', String(i))] = { key: 'not_found', message: `There is no ${thing} with this id` };
  };
  await check('businessHoursId', businessHoursId ? [businessHoursId] : [], 'business hours', lockBusinessHours);
  await check('teamIds.*', teamIds ?? [], 'team', lockTeams);
  await check('channelIds.*', channelIds ?? [], 'channel', ownChannels);
  await check('labelIds.*', labelIds ?? [], 'label', lockLabels);
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}
