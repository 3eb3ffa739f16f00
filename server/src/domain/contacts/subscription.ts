import type { Ctx } from '../../storage/context.ts';
import { type NewStatement, saveStatements, selectRootsOf } from '../consents/index.ts';
import { selectSubscribed, setSubscribed } from './subscription.store.ts';

/**
 * Sets isSubscribed by a marketing statement for all channels at every address of the contact. The current value makes no
 * statement, so that a client that sends whole contacts back does not grant consent.
 */
export async function stateSubscription(ctx: Ctx, contactId: string, isSubscribed: boolean, isNew: boolean): Promise<void> {
  if (!isNew && (await selectSubscribed(ctx, contactId)) === isSubscribed) return;
  if (isNew && isSubscribed) return;
  await stateEverywhere(ctx, contactId, isSubscribed, 'api');
}

/** States at every address of a contact whether it is subscribed. */
export async function stateEverywhere(
  ctx: Ctx,
  contactId: string,
  isSubscribed: boolean,
  source: NewStatement['source'],
): Promise<void> {
  const statement: Omit<NewStatement, 'handleId'> = {
    channelId: null,
    channelType: null,
    purpose: 'marketing',
    state: isSubscribed ? 'granted' : 'withdrawn',
    source,
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
