import { z } from 'zod';
import { findChannel } from '../../domain/channels/index.ts';
import {
  createWebhook,
  deleteWebhook,
  findV2Webhook,
  getV2Webhook,
  listV2Webhooks,
  updateWebhook,
} from '../../domain/webhooks/index.ts';
import { Failure, invalidParam } from '../../platform/errors.ts';
import { inTransaction } from '../../storage/context.ts';
import { DeleteResult } from '../../wire/v2/attribute.ts';
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
    summary: 'List webhooks made through v2',
    reply: dataReply(z.array(Webhook)),
    handle: async (ctx) => ({ data: (await listV2Webhooks(ctx)).map(toWebhook) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/api_webhooks',
    operationId: 'v2CreateWebhook',
    fails: ['quota_exceeded'],
    summary: 'Subscribe an endpoint to one type of event',
    body: WebhookCreate,
    reply: dataReply(Webhook),
    handle: async (ctx, { body }, { secrets, config }) => {
      if (body.tenantId !== ctx.tenantId)
        throw new Failure('forbidden', { message: 'Forbidden: tenantId is not the tenant of this token' });
      requirePublicUrl(body.url, config);
      if (body.channelId !== undefined && !(await findChannel(ctx, body.channelId))) {
        throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
      }
      const wanted = { url: body.url, events: toEvents(body.type, body.channelId), v2Type: body.type };
      return { data: toWebhook((await createWebhook(ctx, secrets, wanted)).webhook) };
    },
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/api_webhooks/:webhookId',
    operationId: 'v2UpdateWebhook',
    summary: 'Change the URL of a webhook, or switch it on or off',
    body: WebhookUpdate,
    reply: dataReply(Webhook),
    handle: (ctx, { params, body }, { config }) => {
      if (body.url !== undefined) requirePublicUrl(body.url, config);
      return inTransaction(ctx, async (ctx) => {
        await getV2Webhook(ctx, params.webhookId);
        const status = body.isActive === undefined ? undefined : body.isActive ? ('active' as const) : ('paused' as const);
        return { data: toWebhook(await updateWebhook(ctx, params.webhookId, { url: body.url, status })) };
      });
    },
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/api_webhooks/:webhookId',
    operationId: 'v2DeleteWebhook',
    summary: 'Delete a webhook',
    reply: dataReply(DeleteResult),
    handle: (ctx, { params }) =>
      inTransaction(ctx, async (ctx) => {
        const known = await findV2Webhook(ctx, params.webhookId);
        return { data: known ? await deleteWebhook(ctx, known.id) : { deletedIds: [], notFoundIds: [params.webhookId] } };
      }),
  }),
];
