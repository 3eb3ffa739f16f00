import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { newChannel, newWebhook, uniqueUrl, unknownId } from '../fixtures.ts';
import { subscribableTypes } from '../samples.ts';
import { hasFields, hasOnly, webhookExtras, webhookFields } from '../shapes.ts';

const read = async (api: Api, id: string): Promise<Json> => succeeded(await api.get(`/v3/api_webhooks/${id}`));
const put = async (api: Api, id: string, body: object): Promise<Json> => succeeded(await api.put(`/v3/api_webhooks/${id}`, body));
const channelScope = (...channels: Json[]) => ({ type: 'channel', ids: channels.map(({ id }) => id) });

export const webhooks: Chapter = {
  title: 'Webhooks',
  checks: [
    check('POST /api_webhooks answers 201 with an active webhook and its signing secret', async (api) => {
      const url = uniqueUrl();
      const { secret, ...webhook } = await newWebhook(api, { url, events: [{ type: 'contact.created' }] });
      hasOnly(webhook, { ...webhookFields, ...webhookExtras });
      assert.deepEqual([webhook.url, webhook.status], [url, 'active']);
      assert.equal(typeof secret, 'string');
    }),
    check('A new webhook has never failed and keeps no order', async (api) => {
      const { isOrdered, failingSince, disabledReason, createdAt, updatedAt } = await newWebhook(api);
      assert.deepEqual([isOrdered, failingSince, disabledReason], [false, null, null]);
      assert.equal(createdAt, updatedAt);
    }),
    check('An event object without type means every type; without scopes it is restricted by nothing', async (api) => {
      const { events } = await newWebhook(api, { events: [{}, { type: 'chat.created' }] });
      assert.deepEqual(
        events.map(({ type }: Json) => type ?? null),
        [null, 'chat.created'],
      );
      assert.deepEqual(
        events.map(({ scopes }: Json) => scopes),
        [[], []],
      );
    }),
    check('A webhook can subscribe to every type of event there is', async (api) => {
      const types = subscribableTypes();
      const { id, events } = await newWebhook(api, { events: types.map((type) => ({ type })) });
      succeeded(await api.del(`/v3/api_webhooks/${id}`)); // it would get the events of all other checks
      assert.deepEqual(
        events.map(({ type }: Json) => type),
        types,
      );
    }),
    check('Events and their scopes are kept as given, in their order', async (api) => {
      const [one, other] = [await newChannel(api, 'sms'), await newChannel(api, 'email')];
      const events = [
        { type: 'message.received', scopes: [channelScope(one, other)] },
        { type: 'chat.created', scopes: [{ type: 'channel_type', ids: ['sms', 'email'] }, channelScope(one)] },
      ];
      const { id } = await newWebhook(api, { events });
      assert.deepEqual((await read(api, id)).events, events);
    }),
    check('GET /api_webhooks/{webhookId} answers the webhook', async (api) => {
      const { secret: _, ...webhook } = await newWebhook(api);
      assert.deepEqual(await read(api, webhook.id), webhook);
    }),
    check('PUT /api_webhooks/{webhookId} answers 200 with the webhook as it is now', async (api) => {
      const { id } = await newWebhook(api);
      const url = uniqueUrl();
      const changed = await put(api, id, { url });
      hasFields(changed, webhookFields);
      assert.deepEqual([changed.id, changed.url], [id, url]);
      assert.deepEqual(await read(api, id), changed);
    }),
    check('PUT takes the body of the specification: url, and events that have only scopes', async (api) => {
      const [{ id }, channel, url] = [await newWebhook(api), await newChannel(api), uniqueUrl()];
      const changed = await put(api, id, { url, events: [{ scopes: [channelScope(channel)] }] });
      assert.equal(changed.url, url);
      assert.deepEqual(
        changed.events.map(({ scopes }: Json) => scopes),
        [[channelScope(channel)]],
      );
    }),
    check('PUT replaces events when they are given: none of the old ones stays', async (api) => {
      const { id } = await newWebhook(api, { events: [{ type: 'chat.created' }, { type: 'chat.deleted' }] });
      const { events } = await put(api, id, { events: [{ type: 'contact.merged' }] });
      assert.deepEqual(events, [{ type: 'contact.merged', scopes: [] }]);
    }),
    check('PUT keeps what is not given: events when only url is, url when only events are', async (api) => {
      const { id, url, events } = await newWebhook(api, { isOrdered: true });
      const next = uniqueUrl();
      const moved = await put(api, id, { url: next });
      assert.deepEqual([moved.events, moved.isOrdered, moved.status], [events, true, 'active']);
      const retuned = await put(api, id, { events: [{ type: 'chat.created' }] });
      assert.deepEqual([retuned.url, retuned.isOrdered], [next, true]);
      assert.notEqual(next, url);
    }),
    check('PUT with an empty body changes nothing a client can see but updatedAt', async (api) => {
      const { id } = await newWebhook(api);
      const before = await read(api, id);
      assert.deepEqual({ ...(await put(api, id, {})), updatedAt: 0 }, { ...before, updatedAt: 0 });
    }),
    check('PUT moves updatedAt on and leaves createdAt', async (api) => {
      const { id, createdAt, updatedAt } = await newWebhook(api);
      const changed = await put(api, id, { url: uniqueUrl() });
      assert.equal(changed.createdAt, createdAt);
      assert.ok(changed.updatedAt >= updatedAt);
    }),
    check('What GET shows can be put back as it is', async (api) => {
      const { id } = await newWebhook(api, { events: [{}, { type: 'chat.created' }] });
      const { url, events } = await read(api, id);
      assert.deepEqual((await put(api, id, { url, events })).events, events);
    }),
    check('PUT sets status to paused and back to active', async (api) => {
      const { id } = await newWebhook(api);
      for (const status of ['paused', 'active']) {
        assert.equal((await put(api, id, { status })).status, status);
        assert.equal((await read(api, id)).status, status);
      }
    }),
    check('Reading or changing a webhook that does not exist is 404 webhook_not_found', async (api) => {
      for (const id of [unknownId(), 'nonsense', '1', '%00']) {
        failed(await api.get(`/v3/api_webhooks/${id}`), 404, 'webhook_not_found');
        failed(await api.put(`/v3/api_webhooks/${id}`, {}), 404, 'webhook_not_found');
      }
    }),
    check('DELETE /api_webhooks/{webhookId} answers the id under deletedIds', async (api) => {
      const { id } = await newWebhook(api);
      assert.deepEqual(succeeded(await api.del(`/v3/api_webhooks/${id}`)), { deletedIds: [id], notFoundIds: [] });
    }),
    check('Deleting a webhook twice, or one that never was, answers 200 with the id under notFoundIds', async (api) => {
      const { id } = await newWebhook(api);
      succeeded(await api.del(`/v3/api_webhooks/${id}`));
      for (const gone of [id, unknownId(), 'nonsense'])
        assert.deepEqual(succeeded(await api.del(`/v3/api_webhooks/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
    }),
    check('A deleted webhook is gone: it is not found by its id and not by search', async (api) => {
      const { id } = await newWebhook(api);
      succeeded(await api.del(`/v3/api_webhooks/${id}`));
      failed(await api.get(`/v3/api_webhooks/${id}`), 404, 'webhook_not_found');
      assert.deepEqual(succeeded(await api.post('/v3/api_webhooks/search', { query: `eq(id,"${id}")` })), []);
    }),
    check('POST /api_webhooks/search finds webhooks by id, url and status, and searches in the url', async (api) => {
      const { secret: _, ...webhook } = await newWebhook(api);
      const part = webhook.url.slice(-20);
      for (const body of [
        { query: `eq(id,"${webhook.id}")` },
        { query: `and(eq(url,"${webhook.url}"),eq(status,"active"))` },
        { search: part },
      ])
        assert.deepEqual(succeeded(await api.post('/v3/api_webhooks/search', body)), [webhook], JSON.stringify(body));
      const paused = { query: `and(eq(id,"${webhook.id}"),eq(status,"paused"))` };
      assert.deepEqual(succeeded(await api.post('/v3/api_webhooks/search', paused)), []);
    }),
    check('There is no list with GET: it is 405 method_not_allowed', async (api) => {
      failed(await api.get('/v3/api_webhooks'), 405, 'method_not_allowed');
    }),
    check('Making a webhook twice under one Idempotency-Key makes one, and repeats its secret', async (api) => {
      const [body, headers] = [{ url: uniqueUrl(), events: [{ type: 'chat.created' }] }, { 'idempotency-key': randomUUID() }];
      const [first, again] = [
        await api.post('/v3/api_webhooks', body, { headers }),
        await api.post('/v3/api_webhooks', body, { headers }),
      ];
      assert.equal(again.text, first.text);
      assert.equal(succeeded(await api.post('/v3/api_webhooks/search', { query: `eq(url,"${body.url}")` })).length, 1);
    }),
  ],
};
