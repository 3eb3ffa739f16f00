import type { Ctx } from '../../storage/context.ts';
import { type NewStatement, saveStatements, selectRootsOf } from '../consents/index.ts';
import { selectSubscribed, setSubscribed } from './subscription.store.ts';

/**
 * Sets isSubscribed as a caller gave it: a statement on marketing, on all channels, at every address of the contact. The value it has
 * already makes no statement, so that a system that sends whole contacts back grants nothing.
 */
export async function stateSubscription(ctx: Ctx, contactId: string, isSubscribed: boolean, isNew: boolean): Promise<void> {
  if (!isNew && (await selectSubscribed(ctx, contactId)) === isSubscribed) return;
  if (isNew && isSubscribed) return;
  const statement: Omit<NewStatement, 'handleId'> = {
    channelId: null,
    channelType: null,
    purpose: 'marketing',
    state: isSubscribed ? 'granted' : 'withdrawn',
    source: 'api',
    at: ctx.clock.now(),
    evidence: {},
  };
  const handleIds = await selectRootsOf(ctx, contactId);
  await saveStatements(
    ctx,
    handleIds.map((handleId) => ({ ...statement, handleId })),
    true,
  );
  await setSubscribed(ctx, contactId, isSubscribed);
}
