import { found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { newSigningSecret } from '../../platform/signing.ts';
import { publish } from '../../registry/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { deleteByIds } from '../../storage/deletion.ts';
import { type ChannelType, channelTypes } from '../channels/index.ts';
import { withinQuota } from '../quotas/index.ts';
import { inV2 } from './in-v2.ts';
import { isImpossible, routesOf, type Webhook, type WebhookEvent, type WebhookScope } from './subscription.ts';
import {
  disableWebhookRow,
  insertWebhook,
  replaceRoutes,
  rotateSecretRow,
  selectV2Candidates,
  selectWebhook,
  updateWebhookRow,
  type WebhookChanges,
} from './webhooks.store.ts';

const HOUR_MS = 3_600_000;

export type NewWebhook = { url: string; events: WebhookEvent[]; v2Type?: string; isOrdered?: boolean };

export type Issued = { webhook: Webhook; secret: string };

export const secretLabel = (webhookId: string): string => `webhooks:${webhookId}`;

/** Creates a webhook. Only this result contains the secret in clear. */
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

export const findWebhook = async (ctx: Ctx, id: string): Promise<Webhook | undefined> =>
  isId(id) ? selectWebhook(ctx, id) : undefined;

/** Returns the webhooks that v2 may be able to express: those created through v2, and those with a few message events. */
export const listV2Candidates = (ctx: Ctx): Promise<Webhook[]> => selectV2Candidates(ctx);

/** Returns the types of the channels that are alone in their scope. v2 cannot express a scope with several channels. */
export function typesOfSingleChannels(ctx: Ctx, webhooks: Pick<Webhook, 'events'>[]): Promise<Map<string, ChannelType>> {
  const scopes = webhooks.flatMap(({ events }) => events.flatMap((event) => event.scopes));
  const single = scopes.filter(({ type, ids }) => type === 'channel' && ids.length === 1).flatMap(({ ids }) => ids);
  return channelTypes(ctx, [...new Set(single)]);
}

/** Updates the given fields; `events` is replaced as a whole. */
export const updateWebhook = (ctx: Ctx, id: string, changes: WebhookChanges): Promise<Webhook> =>
  inTransaction(ctx, async (ctx) => {
    const webhook = await getWebhook(ctx, id);
    if (Object.values(changes).every((value) => value === undefined)) return webhook;
    const { v2Type } = webhook;
    if (!changes.events) return found(await updateWebhookRow(ctx, id, changes), 'webhook_not_found');
    const events = await withOwnChannels(ctx, changes.events);
    await replaceRoutes(ctx, id, routesOf(events));
    const next = { ...changes, events, v2Type: v2Type && (await nextV2Type(ctx, { events, v2Type })) };
    return found(await updateWebhookRow(ctx, id, next), 'webhook_not_found');
  });

/** Returns the v2 type of the new events, so that a v2 receiver gets payloads of v2 as long as v2 has a type for them. */
const nextV2Type = async (ctx: Ctx, next: Pick<Webhook, 'events' | 'v2Type'>): Promise<string | null> =>
  inV2(next, await typesOfSingleChannels(ctx, [next]))?.type ?? null;

export const deleteWebhook = (ctx: Ctx, id: string) => deleteByIds(ctx, 'webhooks', [id]);

/** Creates a new secret. Both secrets sign until the overlap ends, so that a receiver can change over without losing an event. */
export const rotateSecret = (ctx: Ctx, secrets: SecretBox, webhookId: string, overlapHours: number): Promise<Issued> =>
  inTransaction(ctx, async (ctx) => {
    const { id } = await getWebhook(ctx, webhookId);
    const secret = newSigningSecret();
    const until = new Date(ctx.clock.now().getTime() + overlapHours * HOUR_MS);
    const rotated = await rotateSecretRow(ctx, id, secrets.seal(secret, secretLabel(id)), until);
    return { webhook: found(rotated, 'webhook_not_found'), secret };
  });

/** Disables an endpoint that fails permanently and publishes `webhook.disabled`. */
export async function disableWebhook(ctx: Ctx, id: string, reason: string): Promise<void> {
  const disabled = await disableWebhookRow(ctx, id, reason);
  if (!disabled) return;
  const failingSince = disabled.failingSince?.toISOString() ?? null;
  await publish(ctx, 'webhook.disabled', null, { id, url: disabled.url, reason, failingSince });
}

/**
 * Returns the events with channel ids in lower case. Throws if an id is not a channel of the tenant, or if an event can never
 * match.
 */
async function withOwnChannels(ctx: Ctx, events: WebhookEvent[]): Promise<WebhookEvent[]> {
  const folded = events.map(({ type, scopes }) => ({ type, scopes: scopes.map(foldIds) }));
  const named = folded.flatMap(({ scopes }, i) => scopes.flatMap((scope, j) => channelIds(scope, `events.${i}.scopes.${j}.ids`)));
  const types = await channelTypes(
    ctx,
    named.map(({ id }) => id),
  );
  const foreign = named.find(({ id }) => !types.has(id));
  if (foreign) throw invalidParam(foreign.path, 'not_found', 'There is no channel with this id');
  const impossible = folded.findIndex((event) => isImpossible(event, types));
  if (impossible !== -1) throw invalidParam(`events.${impossible}.scopes`, 'custom', IMPOSSIBLE);
  return folded;
}

const IMPOSSIBLE = 'No channel fits all of these scopes, so the event would never be delivered';

const foldIds = (scope: WebhookScope): WebhookScope => ({ type: scope.type, ids: scope.ids.map((id) => id.toLowerCase()) });

const channelIds = ({ type, ids }: WebhookScope, path: string): { id: string; path: string }[] =>
  type === 'channel' ? ids.map((id, k) => ({ id, path: `${path}.${k}` })) : [];
