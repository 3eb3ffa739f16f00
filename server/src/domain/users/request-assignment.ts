import { enqueueMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import type { Ctx } from '../../storage/context.ts';
import { hasAutomaticTeams } from './assignment.store.ts';

/**
 * Enqueues the job that gives waiting chats to team members. Call it in every transaction after which a chat may wait or a member may
 * have a free place, as its last statement: it locks a concurrency key of the tenant. Does nothing for tenants that assign by hand.
 */
export async function requestAssignment(ctx: Ctx): Promise<void> {
  if (await hasAutomaticTeams(ctx))
    await enqueueMany(ctx, jobs.assignChats, [{ input: {}, concurrencyKey: 'all' }], { onePerKey: true });
}
