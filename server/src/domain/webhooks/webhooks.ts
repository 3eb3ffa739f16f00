import { publish } from '../../catalogue/publish.ts';
import { found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { newSigningSecret } from '../../platform/signing.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { deleteByIds } from '../../storage/deletion.ts';
import { ownChannels } from '../channels/index.ts';
import { withinQuota } from '../quotas/index.ts';
import { routesOf, type Webhook, type WebhookEvent, type WebhookScope } from './subscription.ts';
import {
  disableWebhookRow,
  insertWebhook,
  replaceRoutes,
  rotateSecretRow,
  selectV2Webhooks,
  selectWebhook,
  updateWebhookRow,
  type WebhookChanges,
} from './webhooks.store.ts';

const HOUR_MS = 3_600_000;

export type NewWebhook = { url: string; events: WebhookEvent[]; v2Type?: string; isOrdered?: boolean };

export type Issued = { webhook: Webhook; secret: string };

export const secretLabel = (webhookId: string): string => `webhooks:${webhookId}`;

/** The secret is in this answer and nowhere else in the clear. */
export const createWebhook = (ctx: Ctx, secrets: SecretBox, wanted: NewWebhook): Promise<Issued> =>
  withinQuota(ctx, 'webhooks', async (ctx) => {
    const events = await withOwnChannels(ctx, wanted.events);
    const now = ctx.clock.now();
    const webhook: Webhook = {
      id: idFor(ctx),
      url: wanted.url,
      status: 'active',
      events,
      v2Type: wanted.v2Type ?? null,
      isOrdered: wanted.isOrdered ?? false,
      failingSince: null,
      disabledReason: null,
      createdAt: now,
      updatedAt: now,
    };
    const secret = newSigningSecret();
    await insertWebhook(ctx, webhook, secrets.seal(secret, secretLabel(webhook.id)));
    await replaceRoutes(ctx, webhook.id, routesOf(webhook.events));
    return { webhook, secret };
  });

export const getWebhook = async (ctx: Ctx, id: string): Promise<Webhook> =>
  found(isId(id) ? await selectWebhook(ctx, id) : undefined, 'webhook_not_found');

/** v2 knows only the subscriptions that were made through it: the others have no words there. */
export const listV2Webhooks = (ctx: Ctx): Promise<Webhook[]> => selectV2Webhooks(ctx);

/** A subscription made through v2, if there is one with this id. */
export const findV2Webhook = async (ctx: Ctx, id: string): Promise<Webhook | undefined> => {
  const webhook = isId(id) ? await selectWebhook(ctx, id) : undefined;
  return webhook?.v2Type ? webhook : undefined;
};

export const getV2Webhook = async (ctx: Ctx, id: string): Promise<Webhook> =>
  found(await findV2Webhook(ctx, id), 'webhook_not_found');

/** `events` is replaced when given; what is not given stays. */
export const updateWebhook = (ctx: Ctx, id: string, changes: WebhookChanges): Promise<Webhook> =>
  inTransaction(ctx, async (ctx) => {
    const webhook = await getWebhook(ctx, id);
    if (Object.values(changes).every((value) => value === undefined)) return webhook;
    if (!changes.events) return found(await updateWebhookRow(ctx, id, changes), 'webhook_not_found');
    const events = await withOwnChannels(ctx, changes.events);
    await replaceRoutes(ctx, id, routesOf(events));
    return found(await updateWebhookRow(ctx, id, { ...changes, events }), 'webhook_not_found');
  });

export const deleteWebhook = (ctx: Ctx, id: string) => deleteByIds(ctx, 'webhooks', [id]);

/** Both secrets sign until the overlap ends, so that a receiver can change over without losing one event. */
export const rotateSecret = (ctx: Ctx, secrets: SecretBox, webhookId: string, overlapHours: number): Promise<Issued> =>
  inTransaction(ctx, async (ctx) => {
    const { id } = await getWebhook(ctx, webhookId);
    const secret = newSigningSecret();
    const until = new Date(ctx.clock.now().getTime() + overlapHours * HOUR_MS);
    const rotated = await rotateSecretRow(ctx, id, secrets.seal(secret, secretLabel(id)), until);
    return { webhook: found(rotated, 'webhook_not_found'), secret };
  });

/** What the service does to an endpoint that keeps failing, or says it is gone. The tenant hears of it. */
export async function disableWebhook(ctx: Ctx, id: string, reason: string): Promise<void> {
  const disabled = await disableWebhookRow(ctx, id, reason);
  if (!disabled) return;
  const failingSince = disabled.failingSince?.toISOString() ?? null;
  await publish(ctx, 'webhook.disabled', null, { id, url: disabled.url, reason, failingSince });
}

/** The same events with channel ids in their one spelling; the first that is no channel of the tenant refuses them all. */
async function withOwnChannels(ctx: Ctx, events: WebhookEvent[]): Promise<WebhookEvent[]> {
  const folded = events.map(({ type, scopes }) => ({ type, scopes: scopes.map(foldIds) }));
  const named = folded.flatMap(({ scopes }, i) => scopes.flatMap((scope, j) => channelIds(scope, `events.${i}.scopes.${j}.ids`)));
  const own = await ownChannels(
    ctx,
    named.map(({ id }) => id),
  );
  const foreign = named.find(({ id }) => !own.has(id));
  if (foreign) throw invalidParam(foreign.path, 'not_found', 'There is no channel with this id');
  return folded;
}

const foldIds = (scope: WebhookScope): WebhookScope => ({ type: scope.type, ids: scope.ids.map((id) => id.toLowerCase()) });

const channelIds = ({ type, ids }: WebhookScope, path: string): { id: string; path: string }[] =>
  type === 'channel' ? ids.map((id, k) => ({ id, path: `${path}.${k}` })) : [];
