import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, checkV2 } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChannel, newV2Webhook, newWebhook, tenantOf, uniqueUrl } from '../fixtures.ts';
import { hasOnly, v2WebhookFields } from '../shapes.ts';

const inV2 = async (api: Api, id: string): Promise<Json> =>
  succeeded(await api.get('/v2/api_webhooks')).find((one: Json) => one.id === id);
const kind = (...ids: string[]) => ({ type: 'channel_type', ids });
const channel = (...ids: string[]) => ({ type: 'channel', ids });

export const webhooksOfBothVersions: Chapter = {
  title: 'Webhooks seen through both versions',
  checks: [
    checkV2('A v3 webhook that version 2 can express appears there, with its type and channel', async (api) => {
      const { id: channelId } = await newChannel(api, 'whatsapp');
      const events = [{ type: 'message.received', scopes: [kind('whatsapp'), channel(channelId)] }];
      const { id, url } = await newWebhook(api, { events });
      const shown = await inV2(api, id);
      assert.deepEqual([shown.type, shown.url, shown.channelId], ['WHATSAPP_MESSAGE_RECEIVED', url, channelId]);
    }),
    checkV2('A scope with one channel is enough: the channel has one kind', async (api) => {
      const { id: channelId } = await newChannel(api, 'sms');
      const { id } = await newWebhook(api, { events: [{ type: 'message.received', scopes: [channel(channelId)] }] });
      assert.equal((await inV2(api, id)).type, 'SMS_MESSAGE_RECEIVED');
    }),
    checkV2('message.sent and message.updated of one kind of channel are its STATUS', async (api) => {
      const events = ['message.updated', 'message.sent'].map((type) => ({ type, scopes: [kind('email')] }));
      const shown = await inV2(api, (await newWebhook(api, { events })).id);
      hasOnly(shown, v2WebhookFields);
      assert.equal(shown.type, 'EMAIL_MESSAGE_STATUS');
    }),
    checkV2('Version 2 switches such a webhook off and deletes it', async (api) => {
      const { id } = await newWebhook(api, { events: [{ type: 'message.received', scopes: [kind('sms')] }] });
      assert.equal(succeeded(await api.put(`/v2/api_webhooks/${id}`, { isActive: false })).isActive, false);
      assert.equal(succeeded(await api.get(`/v3/api_webhooks/${id}`)).status, 'paused');
      assert.deepEqual(succeeded(await api.del(`/v2/api_webhooks/${id}`)).deletedIds, [id]);
    }),
    checkV2('What version 2 cannot express is not there: every type, other types, several kinds of channel', async (api) => {
      for (const events of [
        [{}],
        [{ type: 'chat.created' }],
        [{ type: 'message.received' }],
        [{ type: 'message.received', scopes: [kind('sms', 'email')] }],
        [{ type: 'message.updated', scopes: [kind('sms')] }],
      ]) {
        const { id } = await newWebhook(api, { events });
        assert.equal(await inV2(api, id), undefined, JSON.stringify(events));
        failed(await api.put(`/v2/api_webhooks/${id}`, { isActive: false }), 404, 'webhook_not_found');
      }
    }),
    checkV2('payloadVersion says which payload a webhook gets: that of the version it was made with', async (api) => {
      assert.equal((await newWebhook(api)).payloadVersion, 'v3');
      const { id } = await newV2Webhook(api);
      assert.equal(succeeded(await api.get(`/v3/api_webhooks/${id}`)).payloadVersion, 'v2');
    }),
    checkV2('Editing a v2 webhook in version 3 to events that version 2 can express keeps it in version 2', async (api) => {
      const { id } = await newV2Webhook(api, { type: 'SMS_MESSAGE_RECEIVED' });
      const events = [{ type: 'message.received', scopes: [kind('email')] }];
      const changed = succeeded(await api.put(`/v3/api_webhooks/${id}`, { events }));
      assert.deepEqual([changed.payloadVersion, changed.notice], ['v2', null]);
      assert.equal((await inV2(api, id)).type, 'EMAIL_MESSAGE_RECEIVED');
    }),
    checkV2('Editing it to events that version 2 cannot express is said in the answer', async (api) => {
      const { id } = await newV2Webhook(api);
      const changed = succeeded(await api.put(`/v3/api_webhooks/${id}`, { events: [{ type: 'chat.created' }] }));
      assert.equal(changed.payloadVersion, 'v3');
      assert.match(changed.notice, /version 2/i);
      assert.equal(await inV2(api, id), undefined);
    }),
    checkV2('The signing secret of a v2 webhook comes from rotate_secret of version 3', async (api) => {
      const { id } = await newV2Webhook(api);
      assert.match(succeeded(await api.post(`/v3/api_webhooks/${id}/rotate_secret`, {})).secret, /^whsec_/);
    }),
    checkV2('A v2 type that cannot happen on the channel is refused', async (api) => {
      const { id: channelId } = await newChannel(api, 'sms');
      const body = { tenantId: tenantOf(api.token), type: 'WHATSAPP_MESSAGE_RECEIVED', url: uniqueUrl(), channelId };
      refused(await api.post('/v2/api_webhooks', body), 'channelId', 'custom');
    }),
    check('Scopes that no channel fits are refused in version 3', async (api) => {
      const { id: channelId } = await newChannel(api, 'sms');
      for (const scopes of [
        [kind('whatsapp'), channel(channelId)],
        [kind('sms'), kind('email')],
      ]) {
        const events = [{ type: 'message.received', scopes }];
        refused(await api.post('/v3/api_webhooks', { url: uniqueUrl(), events }), 'events.0.scopes', 'custom');
      }
    }),
  ],
};
