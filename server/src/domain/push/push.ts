import { found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { type BrowserKeys, isBrowserKey } from '../../platform/web-push.ts';
import { enqueue, enqueueMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, toDeleteResult } from '../../storage/deletion.ts';
import { lockQuota } from '../../storage/locks.ts';
import {
  deleteOwn,
  selectOwn,
  selectSealed,
  selectSubscriptionsOf,
  trimSubscriptions,
  upsertSubscription,
} from './push.store.ts';

/** A browser that shows the notifications of a user. Its keys are never returned. */
export type PushSubscription = { id: string; endpoint: string; name: string | null; createdAt: Date; updatedAt: Date };

export type NewPushSubscription = { endpoint: string; keys: BrowserKeys; name: string | null };

/** The most subscriptions of one user. The one that was saved longest ago is deleted for an eleventh. */
const MOST_SUBSCRIPTIONS = 10;

const sealLabel = (ctx: Ctx, endpoint: string): string => `push_subscriptions:${ctx.tenantId}:${endpoint}`;

/** Saves the subscription of a browser. Saved again, it keeps its id; by another user, it becomes theirs. */
export const saveSubscription = (
  ctx: Ctx,
  box: SecretBox,
  userId: string,
  { endpoint, keys, name }: NewPushSubscription,
): Promise<PushSubscription> =>
  inTransaction(ctx, async (ctx) => {
    if (!isBrowserKey(keys.p256dh)) throw invalidParam('keys.p256dh', 'custom', 'This key is not a point on the curve P-256');
    await lockQuota(ctx, `push ${userId}`);
    const sealedKeys = box.seal(JSON.stringify(keys), sealLabel(ctx, endpoint));
    const saved = await upsertSubscription(ctx, { id: idFor(ctx), userId, endpoint, sealedKeys, name });
    await trimSubscriptions(ctx, userId, MOST_SUBSCRIPTIONS);
    return found(saved, 'push_subscription_not_found');
  });

/** Deletes a subscription of the user. */
export const deleteSubscription = async (ctx: Ctx, userId: string, id: string): Promise<DeleteResult> =>
  toDeleteResult([id], isId(id) && (await deleteOwn(ctx, userId, id)) ? [id] : []);

/** Sends a test push to a subscription of the user. */
export const testSubscription = (ctx: Ctx, userId: string, id: string): Promise<PushSubscription> =>
  inTransaction(ctx, async (ctx) => {
    const own = found(isId(id) ? await selectOwn(ctx, userId, id) : undefined, 'push_subscription_not_found');
    await enqueue(ctx, jobs.pushNotification, { subscriptionId: own.id, notificationId: null });
    return own;
  });

/** Enqueues a push for every subscription of the users, in the transaction of their notifications. */
export async function pushToUsers(ctx: Ctx, notified: { notificationId: string; userId: string }[]): Promise<void> {
  const subscriptions = await selectSubscriptionsOf(
    ctx,
    notified.map(({ userId }) => userId),
  );
  const pushes = notified.flatMap(({ notificationId, userId }) =>
    subscriptions
      .filter((one) => one.userId === userId)
      .map(({ id: subscriptionId }) => ({ input: { subscriptionId, notificationId } })),
  );
  await enqueueMany(ctx, jobs.pushNotification, pushes);
}

export type OpenSubscription = { userId: string; endpoint: string; keys: BrowserKeys; sealedKeys: Buffer };

/** Returns a subscription with its keys for a push; nothing if it is gone or its user is disabled. */
export async function openSubscription(ctx: Ctx, box: SecretBox, id: string): Promise<OpenSubscription | undefined> {
  const sealed = await selectSealed(ctx, id);
  return sealed && { ...sealed, keys: JSON.parse(box.open(sealed.sealedKeys, sealLabel(ctx, sealed.endpoint))) as BrowserKeys };
}
