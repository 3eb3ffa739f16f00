import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, check, checkOwn } from '../check.ts';
import { refused, succeeded } from '../expect.ts';
import { newChannel, newWebhook, uniqueUrl, unknownId } from '../fixtures.ts';

const create = (api: Api, body: object): Promise<Reply> =>
  api.post('/v3/api_webhooks', { url: uniqueUrl(), events: [{ type: 'campaign.completed' }], ...body });
/** The same mistake made when a webhook is made and when it is changed. */
const either = async (api: Api, body: object): Promise<Reply[]> => [
  await create(api, body),
  await api.put(`/v3/api_webhooks/${(await newWebhook(api)).id}`, body),
];

const PRIVATE_URLS = [
  'http://127.0.0.1/hook',
  'https://localhost/hook',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://[::1]/',
  'http://2130706433/',
  'http://printer.local/',
];

export const webhookMistakes: Chapter = {
  title: 'Webhooks: what is refused',
  checks: [
    check('Making one requires url and events', async (api) => {
      const reply = await api.post('/v3/api_webhooks', {});
      refused(reply, 'url', 'required');
      refused(reply, 'events', 'required');
    }),
    check('url and events of another type are refused by name', async (api) => {
      for (const reply of await either(api, { url: 7, events: 'all' })) {
        refused(reply, 'url', 'invalid_type');
        refused(reply, 'events', 'invalid_type');
      }
    }),
    check('An invalid URL, or one that cannot be called, is refused as invalid_string', async (api) => {
      for (const url of [
        'nonsense',
        '/hook',
        'ftp://example.com/',
        'javascript:alert(1)',
        'https://',
        'https://u:p@example.com/',
      ])
        for (const reply of await either(api, { url })) refused(reply, 'url', 'invalid_string');
    }),
    checkOwn('As installed, an address inside a network is refused, when made and when changed', async ({ standard }) => {
      const { id } = await newWebhook(standard);
      for (const url of PRIVATE_URLS) {
        refused(await create(standard, { url }), 'url', 'invalid_string');
        refused(await standard.put(`/v3/api_webhooks/${id}`, { url }), 'url', 'invalid_string');
      }
    }),
    check('No events at all is refused: such a webhook would never be called', async (api) => {
      for (const reply of await either(api, { events: [] })) refused(reply, 'events', 'too_small');
    }),
    check('An unknown event type is refused with its path', async (api) => {
      for (const reply of await either(api, { events: [{ type: 'chat.created' }, { type: 'chat.exploded' }] }))
        refused(reply, 'events.1.type', 'invalid_enum_value');
    }),
    check('Nobody can subscribe to test events: they go to the webhook that is tested', async (api) => {
      for (const reply of await either(api, { events: [{ type: 'webhook.test' }] }))
        refused(reply, 'events.0.type', 'invalid_enum_value');
    }),
    check('A scope is of type channel or channel_type, and has ids', async (api) => {
      const scoped = (scope: object) => ({ events: [{ scopes: [scope] }] });
      for (const reply of await either(api, scoped({ type: 'planet', ids: ['x'] })))
        refused(reply, 'events.0.scopes.0.type', 'invalid_enum_value');
      for (const reply of await either(api, scoped({ type: 'channel_type', ids: [] })))
        refused(reply, 'events.0.scopes.0.ids', 'too_small');
      for (const reply of await either(api, scoped({ type: 'channel_type' })))
        refused(reply, 'events.0.scopes.0.ids', 'required');
    }),
    check('An unknown channel type is refused with its path', async (api) => {
      const events = [{ scopes: [{ type: 'channel_type', ids: ['sms', 'pigeon'] }] }];
      for (const reply of await either(api, { events })) refused(reply, 'events.0.scopes.0.ids.1', 'invalid_enum_value');
    }),
    check('An unknown channel is refused with its path, and nothing is created', async (api) => {
      const url = uniqueUrl();
      const ids = [(await newChannel(api)).id, unknownId()];
      for (const reply of await either(api, { url, events: [{ scopes: [{ type: 'channel', ids }] }] }))
        refused(reply, 'events.0.scopes.0.ids.1', 'not_found');
      assert.deepEqual(succeeded(await api.post('/v3/api_webhooks/search', { query: `eq(url,"${url}")` })), []);
    }),
    check('A channel id that is none of ours is not found, never 500', async (api) => {
      const events = [{ scopes: [{ type: 'channel', ids: ['nonsense'] }] }];
      for (const reply of await either(api, { events })) refused(reply, 'events.0.scopes.0.ids.0', 'not_found');
    }),
    check('A refused change leaves the webhook as it was', async (api) => {
      const { secret: _, ...webhook } = await newWebhook(api);
      const events = [{ scopes: [{ type: 'channel', ids: [unknownId()] }] }];
      refused(
        await api.put(`/v3/api_webhooks/${webhook.id}`, { url: uniqueUrl(), events }),
        'events.0.scopes.0.ids.0',
        'not_found',
      );
      assert.deepEqual(succeeded(await api.get(`/v3/api_webhooks/${webhook.id}`)), webhook);
    }),
    check('status can be set to active or paused; disabled is the service’s word', async (api) => {
      const { id } = await newWebhook(api);
      for (const status of ['disabled', 'gone'])
        refused(await api.put(`/v3/api_webhooks/${id}`, { status }), 'status', 'invalid_enum_value');
    }),
    check('Unknown fields are refused with unrecognized_keys, in the body, an event and a scope', async (api) => {
      const inside = (reply: Reply) =>
        Object.values(reply.body.error.invalidParams).map((fault) => (fault as { key: string }).key);
      for (const body of [
        { secret: 'whsec_mine' },
        { events: [{ kind: 'x' }] },
        { events: [{ scopes: [{ type: 'channel_type', ids: ['sms'], not: true }] }] },
      ])
        for (const reply of await either(api, body)) {
          assert.equal(reply.status, 400, JSON.stringify(body));
          assert.deepEqual(inside(reply), ['unrecognized_keys'], JSON.stringify(body));
        }
    }),
    check('id, status and secret cannot be chosen when a webhook is made', async (api) => {
      for (const field of ['id', 'status', 'secret', 'tenantId', 'createdAt'])
        assert.equal((await create(api, { [field]: unknownId() })).status, 400, field);
    }),
  ],
};
