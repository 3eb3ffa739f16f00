import { findNotification, type Notification } from '../domain/notifications/index.ts';
import { dropSubscription, ensureVapidKeys, openSubscription } from '../domain/push/index.ts';
import type { Config } from '../platform/config.ts';
import type { PostOutcome, SafeFetch } from '../platform/safe-fetch.ts';
import type { SecretBox } from '../platform/secrets.ts';
import { toPushRequest } from '../platform/web-push.ts';
import type { ExternalHandler } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { againAt, providerJob } from './provider-job.ts';

export type PushDeps = { safeFetch: SafeFetch; secrets: SecretBox; config: Pick<Config, 'PUSH_CONTACT' | 'PUBLIC_URL'> };

type Input = { subscriptionId: string; notificationId: string | null };

/** A push service keeps a push so long for a browser that is away. Later it is of no use, so it is not repeated either. */
const TTL_SECONDS = 4 * 3600;
const TRIES = 5;

/**
 * Shows a notification in a browser. The endpoint is a URL of the user, so the request goes through the guard of webhooks. A browser
 * that the push service no longer knows is forgotten.
 */
export const createPusher = ({ safeFetch, secrets, config }: PushDeps): ExternalHandler =>
  providerJob<Input>(jobs.pushNotification, async (ctx, { subscriptionId, notificationId }, ref) => {
    const subscription = await openSubscription(ctx, secrets, subscriptionId);
    const notification = notificationId === null ? null : await findNotification(ctx, notificationId);
    if (!subscription || !isCurrent(notification, subscription.userId, ctx.clock.now())) return {};
    const request = await toPushRequest({
      ...subscription,
      payload: JSON.stringify(payloadOf(notification)),
      vapid: await ensureVapidKeys(ctx, secrets),
      contact: contactOf(config),
      ttlSeconds: TTL_SECONDS,
      urgency: notification?.type === 'assignment' ? 'normal' : 'high',
    });
    const outcome = await safeFetch.post({ ...request, owner: ctx.tenantId });
    const verdict = verdictOf(outcome);
    if (verdict === 'gone')
      return { record: async (ctx) => void (await dropSubscription(ctx, subscriptionId, subscription.sealedKeys)) };
    if (verdict === 'retry' && ref.attempt < TRIES) return { againAt: againAt(ctx, jobs.pushNotification, ref) };
    if (verdict !== 'sent') ctx.log.warn({ subscriptionId, ...reasonOf(outcome) }, 'push refused');
    return {};
  });

/** A test has no notification. One that is deleted, read, old or now another user's is not shown. */
const isCurrent = (
  notification: Notification | null | undefined,
  userId: string,
  now: Date,
): notification is Notification | null =>
  notification === null ||
  (notification?.userId === userId &&
    notification.readAt === null &&
    now.getTime() - notification.createdAt.getTime() < TTL_SECONDS * 1000);

/** What the browser gets. It has no text of the conversation: it may be shown on a locked screen. */
export const payloadOf = (
  notification: Pick<Notification, 'id' | 'type' | 'chatId' | 'noteId' | 'actor' | 'createdAt'> | null,
) =>
  notification === null
    ? { type: 'test' }
    : {
        type: notification.type,
        notificationId: notification.id,
        chatId: notification.chatId,
        noteId: notification.noteId,
        actorName: notification.actor?.name ?? null,
        createdAt: notification.createdAt.toISOString(),
      };

/** Decides by the answer of the push service (RFC 8030). An address that may not be called is never called again. */
export function verdictOf(outcome: PostOutcome): 'sent' | 'gone' | 'retry' | 'refused' {
  if (outcome.kind === 'failed') return outcome.error === 'blocked_address' ? 'refused' : 'retry';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'retry' : 'refused';
}

const reasonOf = (outcome: PostOutcome) =>
  outcome.kind === 'failed' ? { error: outcome.error, reason: outcome.message } : { status: outcome.status };

/** Push services require a contact: a mail address or an https page. */
export const contactOf = ({ PUSH_CONTACT, PUBLIC_URL }: PushDeps['config']): string =>
  PUSH_CONTACT ?? (PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : 'mailto:operator@localhost.invalid');
