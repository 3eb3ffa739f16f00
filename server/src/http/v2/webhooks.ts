import { z } from 'zod';
import { findChannel } from '../../domain/channels/index.ts';
import {
  createWebhook,
  type Webhook as DomainWebhook,
  deleteWebhook,
  findWebhook,
  type InV2,
  inV2,
  listV2Candidates,
  typesOfSingleChannels,
  updateWebhook,
} from '../../domain/webhooks/index.ts';
import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { DeleteResult } from '../../wire/v2/attribute.ts';
import { fromV2Type, type V2EventType } from '../../wire/v2/event.ts';
import { toEvents, toWebhook, Webhook, WebhookCreate, WebhookUpdate } from '../../wire/v2/webhook.ts';
import { route } from '../route.ts';
import { requirePublicUrl } from '../webhook-url.ts';
import { dataReply } from './rows.ts';

const read = { tag: 'Webhooks', scope: 'webhooks.read', feature: 'webhooks' } as const;
const write = { tag: 'Webhooks', scope: 'webhooks.write', feature: 'webhooks' } as const;

export const webhooks = [
  route({
    ...read,
    method: 'GET',
    path: '/api_webhooks',
    operationId: 'v2ListWebhooks',
    viewers: 'open',
    summary: 'List webhooks: those made through v2, and those of v3 that v2 can express',
    reply: dataReply(z.array(Webhook)),
    handle: async (ctx) => ({ data: (await listInV2(ctx)).map(({ webhook, words }) => toWebhook(webhook, words)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/api_webhooks',
    operationId: 'v2CreateWebhook',
    viewers: 'forbidden',
    fails: ['quota_exceeded'],
    summary:
      'Subscribe an endpoint to one type of event. Get its signing secret from POST /v3/api_webhooks/{webhookId}/rotate_secret: this response has none',
    body: WebhookCreate,
    reply: dataReply(Webhook),
    handle: async (ctx, { body }, { secrets, config }) => {
      if (body.tenantId !== ctx.tenantId)
        throw new Failure('forbidden', { message: 'Forbidden: tenantId is not the tenant of this token' });
      requirePublicUrl(body.url, config);
      const channelId = body.channelId === undefined ? undefined : await channelFor(ctx, body.type, body.channelId);
      const wanted = { url: body.url, events: toEvents(body.type, channelId), v2Type: body.type };
      const { webhook } = await createWebhook(ctx, secrets, wanted);
      return { data: toWebhook(webhook, { type: body.type, channelId }) };
    },
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/api_webhooks/:webhookId',
    operationId: 'v2UpdateWebhook',
    viewers: 'forbidden',
    summary: 'Change the URL of a webhook, or switch it on or off',
    body: WebhookUpdate,
    reducesUse: ({ url, isActive }: z.output<typeof WebhookUpdate>) => isActive === false && url === undefined,
    reply: dataReply(Webhook),
    handle: (ctx, { params, body }, { config }) => {
      if (body.url !== undefined) requirePublicUrl(body.url, config);
      return inTransaction(ctx, async (ctx) => {
        const { words } = found(await findInV2(ctx, params.webhookId), 'webhook_not_found');
        const status = body.isActive === undefined ? undefined : body.isActive ? ('active' as const) : ('paused' as const);
        return { data: toWebhook(await updateWebhook(ctx, params.webhookId, { url: body.url, status }), words) };
      });
    },
  }),
  route({
    ...write,
    method: 'DELETE',
    reducesUse: true,
    path: '/api_webhooks/:webhookId',
    operationId: 'v2DeleteWebhook',
    viewers: 'forbidden',
    summary: 'Delete a webhook',
    reply: dataReply(DeleteResult),
    handle: (ctx, { params }) =>
      inTransaction(ctx, async (ctx) => {
        const known = await findInV2(ctx, params.webhookId);
        return { data: known ? await deleteWebhook(ctx, known.webhook.id) : { deletedIds: [], notFoundIds: [params.webhookId] } };
      }),
  }),
];

type Expressed = { webhook: DomainWebhook; words: InV2 };

async function express(ctx: Ctx, webhooks: DomainWebhook[]): Promise<Expressed[]> {
  const types = await typesOfSingleChannels(ctx, webhooks);
  return webhooks.flatMap((webhook) => {
    const words = inV2(webhook, types);
    return words ? [{ webhook, words }] : [];
  });
}

const listInV2 = async (ctx: Ctx): Promise<Expressed[]> => express(ctx, await listV2Candidates(ctx));

/** Returns the webhook with this id, if v2 can express it. */
async function findInV2(ctx: Ctx, id: string): Promise<Expressed | undefined> {
  const webhook = await findWebhook(ctx, id);
  return webhook && (await express(ctx, [webhook]))[0];
}

/** Returns the id of a channel that matches the event type. On another channel the webhook would never be called. */
async function channelFor(ctx: Ctx, type: V2EventType, channelId: string): Promise<string> {
  const channel = await findChannel(ctx, channelId);
  if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
  const { channelType } = fromV2Type(type);
  if (channel.type !== channelType)
    throw invalidParam('channelId', 'custom', `${type} never happens on this channel: it is of the type ${channel.type}`);
  return channel.id;
}
