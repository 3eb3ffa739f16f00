import type { z } from 'zod';
import {
  createWebhook,
  type Webhook as DomainWebhook,
  deleteWebhook,
  deliverEvent,
  deliveryStatistics,
  getDelivery,
  getWebhook,
  redeliver,
  replay,
  rotateSecret,
  searchDeliveries,
  searchWebhooks,
  updateWebhook,
  type WebhookChanges,
  type WebhookEvent,
} from '../../domain/webhooks/index.ts';
import { eventTypes } from '../../registry/events.ts';
import { publish } from '../../registry/publish.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import {
  Delivery,
  DeliveryStatistics,
  DeliveryStatisticsRead,
  DeliveryWithAttempts,
  SecretRotate,
  toDelivery,
  toDeliveryStatistics,
  toDeliveryWithAttempts,
  toWebhook,
  Webhook,
  WebhookReplay,
  WebhookWithSecret,
  webhookBodies,
} from '../../wire/v3/webhook.ts';
import { type RequestScope, route } from '../route.ts';
import { requirePublicUrl } from '../webhook-url.ts';
import { dataReply, deleteRoute, emptyReply, isSuspended, searchRoute } from './rows.ts';

const tag = 'Webhooks';
const read = { tag, scope: 'webhooks.read', feature: 'webhooks' } as const;
const write = { tag, scope: 'webhooks.write', feature: 'webhooks' } as const;
const { WebhookCreate, WebhookUpdate } = webhookBodies(eventTypes);

const show = (webhook: DomainWebhook, scope: RequestScope, notice: string | null = null) =>
  toWebhook(webhook, { isSuspended: isSuspended('webhooks', scope), notice });

export const webhooks = [
  route({
    ...write,
    method: 'POST',
    path: '/api_webhooks',
    operationId: 'createWebhook',
    viewers: 'forbidden',
    fails: ['quota_exceeded'],
    summary: 'Subscribe an endpoint to events; the signing secret is shown only in this response',
    status: 201,
    body: WebhookCreate,
    reply: dataReply(WebhookWithSecret),
    handle: async (ctx, { body }, scope) => {
      requirePublicUrl(body.url, scope.config);
      const { webhook, secret } = await createWebhook(ctx, scope.secrets, { ...body, events: body.events as WebhookEvent[] });
      return { data: { ...show(webhook, scope), secret } };
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: '/api_webhooks/:webhookId',
    operationId: 'getWebhook',
    viewers: 'open',
    summary: 'Read a webhook',
    reply: dataReply(Webhook),
    handle: async (ctx, { params }, scope) => ({ data: show(await getWebhook(ctx, params.webhookId), scope) }),
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/api_webhooks/:webhookId',
    operationId: 'updateWebhook',
    viewers: 'forbidden',
    summary: 'Change a webhook; events are replaced when given, what is not given stays',
    body: WebhookUpdate,
    reducesUse: ({ status, ...rest }: z.output<typeof WebhookUpdate>) => status === 'paused' && isEmpty(rest),
    reply: dataReply(Webhook),
    handle: async (ctx, { params, body }, scope) => {
      if (body.url !== undefined) requirePublicUrl(body.url, scope.config);
      const changes = { ...body, events: body.events as WebhookEvent[] | undefined };
      const { webhook, notice } = await changeWebhook(ctx, params.webhookId, changes);
      return { data: show(webhook, scope, notice) };
    },
  }),
  deleteRoute({
    ...write,
    path: '/api_webhooks/:webhookId',
    operationId: 'deleteWebhook',
    viewers: 'forbidden',
    summary: 'Delete a webhook',
    remove: deleteWebhook,
  }),
  searchRoute({
    ...read,
    path: '/api_webhooks/search',
    operationId: 'searchWebhooks',
    viewers: 'open',
    summary: 'Search webhooks; search looks in the URL',
    item: Webhook,
    search: searchWebhooks,
    toItem: (webhook, scope) => show(webhook, scope),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/api_webhooks/:webhookId/rotate_secret',
    operationId: 'rotateWebhookSecret',
    viewers: 'forbidden',
    summary: 'Create a new signing secret; the old one also signs until the overlap ends',
    body: SecretRotate,
    reply: dataReply(WebhookWithSecret),
    handle: async (ctx, { params, body }, scope) => {
      const { webhook, secret } = await rotateSecret(ctx, scope.secrets, params.webhookId, body.overlapHours);
      return { data: { ...show(webhook, scope), secret } };
    },
  }),
  route({
    ...write,
    method: 'POST',
    path: '/api_webhooks/:webhookId/test',
    operationId: 'testWebhook',
    viewers: 'forbidden',
    summary: 'Send a test event to this endpoint only',
    body: NoBody,
    reply: dataReply(DeliveryWithAttempts),
    handle: (ctx, { params }) =>
      inTransaction(ctx, async (ctx) => {
        const { id } = await getWebhook(ctx, params.webhookId);
        const eventId = await publish(ctx, 'webhook.test', null, { message: 'It works: this is a test event from Patchbay.' });
        const deliveryId = await deliverEvent(ctx, id, eventId);
        return { data: toDeliveryWithAttempts(await getDelivery(ctx, id, deliveryId)) };
      }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/api_webhooks/:webhookId/replay',
    operationId: 'replayWebhook',
    viewers: 'forbidden',
    summary: 'Redeliver the events of a time range, in the background',
    body: WebhookReplay,
    reply: emptyReply,
    handle: async (ctx, { params, body }) => {
      await replay(ctx, params.webhookId, body);
      return {};
    },
  }),
  route({
    ...read,
    method: 'POST',
    path: '/api_webhooks/:webhookId/deliveries/search',
    operationId: 'searchDeliveries',
    viewers: 'forbidden',
    summary: 'Search the deliveries of a webhook',
    body: SearchBody,
    reply: searchReply(Delivery),
    handle: async (ctx, { params, body }) => toSearchReply(await searchDeliveries(ctx, params.webhookId, body), toDelivery, body),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/api_webhooks/:webhookId/statistics',
    operationId: 'readWebhookStatistics',
    viewers: 'forbidden',
    summary: 'Count the deliveries of a webhook by hour or day: succeeded, failed, pending, and their attempts',
    body: DeliveryStatisticsRead,
    reply: dataReply(DeliveryStatistics),
    handle: async (ctx, { params, body }) => ({
      data: toDeliveryStatistics(await deliveryStatistics(ctx, params.webhookId, body)),
    }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/api_webhooks/:webhookId/deliveries/:deliveryId',
    operationId: 'getDelivery',
    viewers: 'forbidden',
    summary: 'Read a delivery with every attempt',
    reply: dataReply(DeliveryWithAttempts),
    handle: async (ctx, { params }) => ({
      data: toDeliveryWithAttempts(await getDelivery(ctx, params.webhookId, params.deliveryId)),
    }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/api_webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    operationId: 'redeliver',
    viewers: 'forbidden',
    summary: 'Redeliver an event now, with the same webhook-id',
    body: NoBody,
    reply: dataReply(DeliveryWithAttempts),
    handle: async (ctx, { params }) => ({
      data: toDeliveryWithAttempts(await redeliver(ctx, params.webhookId, params.deliveryId)),
    }),
  }),
];

const GONE_FROM_V2 =
  'Version 2 cannot express these events: it no longer shows this webhook, and its deliveries have the payload of version 3 from now on';

const changeWebhook = (ctx: Ctx, id: string, changes: WebhookChanges) =>
  inTransaction(ctx, async (ctx) => {
    const before = await getWebhook(ctx, id);
    const webhook = await updateWebhook(ctx, id, changes);
    return { webhook, notice: before.v2Type !== null && webhook.v2Type === null ? GONE_FROM_V2 : null };
  });

const isEmpty = (fields: object): boolean => Object.values(fields).every((value) => value === undefined);
