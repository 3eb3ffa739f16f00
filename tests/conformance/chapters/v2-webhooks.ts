import assert from 'node:assert/strict';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, checkV2 } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChannel, newV2Webhook, newWebhook, tenantOf, uniqueUrl, unknownId } from '../fixtures.ts';
import { hasFields, hasOnly, v2WebhookFields } from '../shapes.ts';

const TYPES = [
  'WHATSAPP_MESSAGE_RECEIVED',
  'WHATSAPP_MESSAGE_STATUS',
  'SMS_MESSAGE_RECEIVED',
  'SMS_MESSAGE_STATUS',
  'EMAIL_MESSAGE_RECEIVED',
  'EMAIL_MESSAGE_STATUS',
  'INSTAGRAM_MESSAGE_RECEIVED',
  'INSTAGRAM_MESSAGE_STATUS',
  'INSTAGRAM_MESSAGE_ECHO',
];

const list = async (api: Api): Promise<Json[]> => succeeded(await api.get('/v2/api_webhooks'));
const create = (api: Api, body: object): Promise<Reply> =>
  api.post('/v2/api_webhooks', { tenantId: tenantOf(api.token), type: 'SMS_MESSAGE_RECEIVED', url: uniqueUrl(), ...body });
const put = async (api: Api, id: string, body: object): Promise<Json> => succeeded(await api.put(`/v2/api_webhooks/${id}`, body));
const inV3 = async (api: Api, id: string): Promise<Json> => succeeded(await api.get(`/v3/api_webhooks/${id}`));

export const v2Webhooks: Chapter = {
  title: 'Version 2: webhooks',
  checks: [
    checkV2('GET /api_webhooks answers 200 with an array that holds what was made', async (api) => {
      const webhook = await newV2Webhook(api);
      const webhooks = await list(api);
      assert.ok(Array.isArray(webhooks));
      assert.deepEqual(
        webhooks.find(({ id }) => id === webhook.id),
        webhook,
      );
      for (const one of webhooks) hasFields(one, v2WebhookFields);
    }),
    checkV2('POST /api_webhooks answers 200 with an active webhook', async (api) => {
      const url = uniqueUrl();
      const webhook = succeeded(await create(api, { type: 'EMAIL_MESSAGE_STATUS', url }), 200);
      hasOnly(webhook, v2WebhookFields);
      assert.deepEqual([webhook.type, webhook.url, webhook.isActive], ['EMAIL_MESSAGE_STATUS', url, true]);
    }),
    ...TYPES.map((type) =>
      checkV2(`A webhook can be for ${type}`, async (api) => {
        const { id } = await newV2Webhook(api, { type });
        assert.equal((await list(api)).find((one) => one.id === id)?.type, type);
      }),
    ),
    checkV2('Any other type is refused', async (api) => {
      for (const type of ['message.received', 'SMS_MESSAGE_ECHO', 'whatsapp_message_received', '', 'FAX_MESSAGE_RECEIVED'])
        refused(await create(api, { type }), 'type', 'invalid_enum_value');
    }),
    checkV2('tenantId, type and url are required', async (api) => {
      const reply = await api.post('/v2/api_webhooks', {});
      for (const name of ['tenantId', 'type', 'url']) refused(reply, name, 'required');
    }),
    checkV2('A tenantId that is not the token’s is 403 forbidden, whether there is such a tenant or not', async (api) => {
      for (const tenantId of [tenantOf(api.otherToken), unknownId(), 'nonsense', ''])
        failed(await create(api, { tenantId }), 403, 'forbidden');
    }),
    checkV2('A url that cannot be called is refused as invalid_string', async (api) => {
      const { id } = await newV2Webhook(api);
      for (const url of ['nonsense', 'ftp://example.com/', 'https://user:pass@example.com/']) {
        refused(await create(api, { url }), 'url', 'invalid_string');
        refused(await api.put(`/v2/api_webhooks/${id}`, { url }), 'url', 'invalid_string');
      }
    }),
    checkV2('channelId is left out when it is not set, and there when it is', async (api) => {
      assert.ok(!('channelId' in (await newV2Webhook(api))));
      const { id: channelId } = await newChannel(api, 'sms');
      const webhook = await newV2Webhook(api, { channelId });
      assert.equal(webhook.channelId, channelId);
      assert.equal((await list(api)).find(({ id }) => id === webhook.id).channelId, channelId);
    }),
    checkV2('An unknown channelId is refused with not_found', async (api) => {
      for (const channelId of [unknownId(), 'nonsense']) refused(await create(api, { channelId }), 'channelId', 'not_found');
    }),
    checkV2('Another tenant’s channel looks unknown', async (api) => {
      const { id } = await newChannel(api, 'sms', { token: api.otherToken });
      refused(await create(api, { channelId: id }), 'channelId', 'not_found');
    }),
    checkV2('PUT with isActive false switches an active webhook off, and answers it', async (api) => {
      const { id } = await newV2Webhook(api);
      const changed = await put(api, id, { isActive: false });
      assert.deepEqual([changed.id, changed.isActive], [id, false]);
      assert.deepEqual(
        (await list(api)).find((one) => one.id === id),
        changed,
      );
    }),
    checkV2('PUT with isActive true switches it on again, and answers it', async (api) => {
      const { id } = await newV2Webhook(api);
      await put(api, id, { isActive: false });
      assert.equal((await put(api, id, { isActive: true })).isActive, true);
      assert.equal((await list(api)).find((one) => one.id === id).isActive, true);
    }),
    checkV2('Setting the isActive it has already changes nothing', async (api) => {
      const { id } = await newV2Webhook(api);
      assert.equal((await put(api, id, { isActive: true })).isActive, true);
      await put(api, id, { isActive: false });
      assert.equal((await put(api, id, { isActive: false })).isActive, false);
    }),
    checkV2('PUT: url and isActive are both optional, and what is not given stays', async (api) => {
      const { id, url, type } = await newV2Webhook(api);
      assert.equal((await put(api, id, { isActive: false })).url, url);
      const next = uniqueUrl();
      const moved = await put(api, id, { url: next });
      assert.deepEqual([moved.url, moved.isActive, moved.type], [next, false, type]);
      assert.deepEqual({ ...(await put(api, id, {})), updatedAt: 0 }, { ...moved, updatedAt: 0 });
    }),
    checkV2('PUT: url must be a string and isActive a boolean', async (api) => {
      const { id } = await newV2Webhook(api);
      const reply = await api.put(`/v2/api_webhooks/${id}`, { url: 7, isActive: 'yes' });
      refused(reply, 'url', 'invalid_type');
      refused(reply, 'isActive', 'invalid_type');
    }),
    checkV2('Fields version 2 does not know are ignored, as they always were', async (api) => {
      const webhook = succeeded(await create(api, { name: 'mine', secret: 'x' }));
      hasOnly(await put(api, webhook.id, { type: 'EMAIL_MESSAGE_STATUS', color: 'red' }), v2WebhookFields);
      assert.equal((await list(api)).find(({ id }) => id === webhook.id).type, webhook.type);
    }),
    checkV2('Changing a webhook that does not exist is 404 webhook_not_found', async (api) => {
      for (const id of [unknownId(), 'nonsense'])
        failed(await api.put(`/v2/api_webhooks/${id}`, { isActive: false }), 404, 'webhook_not_found');
    }),
    checkV2('DELETE answers a delete result; twice and unknown are under notFoundIds', async (api) => {
      const { id } = await newV2Webhook(api);
      assert.deepEqual(succeeded(await api.del(`/v2/api_webhooks/${id}`)), { deletedIds: [id], notFoundIds: [] });
      for (const gone of [id, unknownId(), 'nonsense'])
        assert.deepEqual(succeeded(await api.del(`/v2/api_webhooks/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
      assert.ok(!(await list(api)).some((one) => one.id === id));
    }),
    checkV2('Version 2 does not see, change or delete what it cannot express', async (api) => {
      const { id } = await newWebhook(api);
      assert.ok(!(await list(api)).some((one) => one.id === id));
      failed(await api.put(`/v2/api_webhooks/${id}`, { isActive: false }), 404, 'webhook_not_found');
      assert.deepEqual(succeeded(await api.del(`/v2/api_webhooks/${id}`)), { deletedIds: [], notFoundIds: [id] });
      assert.equal((await inV3(api, id)).status, 'active');
    }),
    checkV2('Version 3 sees them all: a v2 subscription there is its events with a channel_type scope', async (api) => {
      const { id: channelId } = await newChannel(api, 'whatsapp');
      const { id, url } = await newV2Webhook(api, { type: 'WHATSAPP_MESSAGE_RECEIVED', channelId });
      const webhook = await inV3(api, id);
      assert.deepEqual([webhook.url, webhook.status], [url, 'active']);
      const scopes = [
        { type: 'channel_type', ids: ['whatsapp'] },
        { type: 'channel', ids: [channelId] },
      ];
      assert.deepEqual(webhook.events, [{ type: 'message.received', scopes }]);
      assert.deepEqual(succeeded(await api.post('/v3/api_webhooks/search', { query: `eq(id,"${id}")` })), [webhook]);
    }),
    checkV2('isActive is version 3’s status: paused is false, and either version sees the other’s change', async (api) => {
      const { id } = await newV2Webhook(api);
      await put(api, id, { isActive: false });
      assert.equal((await inV3(api, id)).status, 'paused');
      succeeded(await api.put(`/v3/api_webhooks/${id}`, { status: 'active' }));
      assert.equal((await list(api)).find((one) => one.id === id).isActive, true);
    }),
    checkV2('Events replaced through version 3 have no words in version 2: it no longer lists the webhook', async (api) => {
      const { id } = await newV2Webhook(api);
      succeeded(await api.put(`/v3/api_webhooks/${id}`, { url: uniqueUrl() }));
      assert.ok((await list(api)).some((one) => one.id === id));
      succeeded(await api.put(`/v3/api_webhooks/${id}`, { events: [{ type: 'campaign.completed' }] }));
      assert.ok(!(await list(api)).some((one) => one.id === id));
      assert.equal((await inV3(api, id)).status, 'active');
    }),
    checkV2('What version 3 deletes is gone from version 2', async (api) => {
      const { id } = await newV2Webhook(api);
      succeeded(await api.del(`/v3/api_webhooks/${id}`));
      assert.ok(!(await list(api)).some((one) => one.id === id));
    }),
  ],
};
