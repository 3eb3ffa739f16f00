import assert from 'node:assert/strict';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, type Check, check, checkV2 } from '../check.ts';
import { alike, refused, succeeded } from '../expect.ts';
import {
  newAttribute,
  newChannel,
  newChat,
  newContact,
  newLabel,
  newTeam,
  newToken,
  newUser,
  newV2Webhook,
  newWebhook,
  unique,
  uniqueExternalId,
  uniqueUrl,
  unknownId,
} from '../fixtures.ts';

type Ask = [what: string, ask: (api: Api, id: string) => Promise<Reply>];
type Row = { resource: string; make: (api: Api) => Promise<Json>; asks: Ask[] };

const put = (resource: string): Ask => ['changing', (api, id) => api.put(`/v3/${resource}/${id}`, {})];
const get = (resource: string): Ask => ['reading', (api, id) => api.get(`/v3/${resource}/${id}`)];
const del = (resource: string): Ask => ['deleting', (api, id) => api.del(`/v3/${resource}/${id}`)];

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();
const theirs = (api: Api) => ({ token: api.otherToken });
const rows: Row[] = [
  {
    resource: 'chats',
    make: (api) => newChat(api, {}, theirs(api)),
    asks: [
      get('chats'),
      put('chats'),
      del('chats'),
      ['opening', (api, id) => api.post(`/v3/chats/${id}/status`, {})],
      ['assigning', (api, id) => api.post(`/v3/chats/${id}/assign`, { userId: null })],
      ['marking as read', (api, id) => api.post(`/v3/chats/${id}/read`)],
    ],
  },
  {
    resource: 'contacts',
    make: (api) => newContact(api, {}, theirs(api)),
    asks: [
      get('contacts'),
      put('contacts'),
      del('contacts'),
      ['labelling', (api, id) => api.post(`/v3/contacts/${id}/labels`, { labels: [] })],
      ['opening a chat with', async (api, id) => api.post('/v3/chats', { contactId: id, channelId: unknownId() })],
    ],
  },
  { resource: 'labels', make: (api) => newLabel(api, {}, theirs(api)), asks: [get('labels'), put('labels'), del('labels')] },
  { resource: 'users', make: (api) => newUser(api, {}, theirs(api)), asks: [get('users'), put('users'), del('users')] },
  {
    resource: 'teams',
    make: (api) => newTeam(api, {}, theirs(api)),
    asks: [
      get('teams'),
      put('teams'),
      del('teams'),
      ['adding a member', (api, id) => api.post(`/v3/teams/${id}/members`, { members: [] })],
    ],
  },
  {
    resource: 'channels',
    make: (api) => newChannel(api, 'sms', theirs(api)),
    asks: [get('channels'), put('channels'), del('channels')],
  },
  {
    resource: 'api_webhooks',
    make: async (api) => newWebhook(api, {}, theirs(api)),
    asks: [
      get('api_webhooks'),
      put('api_webhooks'),
      del('api_webhooks'),
      ['rotating the secret of', (api, id) => api.post(`/v3/api_webhooks/${id}/rotate_secret`)],
      ['testing', (api, id) => api.post(`/v3/api_webhooks/${id}/test`)],
      ['replaying to', (api, id) => api.post(`/v3/api_webhooks/${id}/replay`, { from: yesterday() })],
      ['reading the deliveries of', (api, id) => api.post(`/v3/api_webhooks/${id}/deliveries/search`, {})],
    ],
  },
];

/** The asked id is the only thing that may differ, where an answer repeats it. */
const masked = (reply: Reply, id: string): Reply => ({ ...reply, text: reply.text.replaceAll(id, '<id>') });

const stranger = ({ resource, make }: Row, [what, ask]: Ask): Check =>
  check(`${what} another tenant’s ${resource.slice(0, -1)} answers byte for byte as if it did not exist`, async (api) => {
    const [{ id }, unknown] = [await make(api), unknownId()];
    const untouched = succeeded(await api.get(`/v3/${resource}/${id}`, theirs(api)));
    alike(masked(await ask(api, id), id), masked(await ask(api, unknown), unknown));
    assert.deepEqual(succeeded(await api.get(`/v3/${resource}/${id}`, theirs(api))), untouched);
  });

export const tenants: Chapter = {
  title: 'Tenants do not see each other',
  checks: [
    ...rows.flatMap((row) => row.asks.map((ask) => stranger(row, ask))),
    ...rows.map(({ resource, asks }) =>
      check(`Asking ${resource} for what is no id at all answers byte for byte as for an unknown id`, async (api) => {
        const unknown = unknownId();
        const nonsense = 'no-such-id'.padEnd(unknown.length, '-'); // as long, or Content-Length differs
        for (const [, ask] of asks) alike(masked(await ask(api, nonsense), nonsense), masked(await ask(api, unknown), unknown));
      }),
    ),
    check('Another tenant’s label cannot be put on a contact, and looks unknown', async (api) => {
      const [contact, label] = [await newContact(api), await newLabel(api, {}, theirs(api))];
      const add = (id: string) => api.post(`/v3/contacts/${contact.id}/labels`, { labels: [{ id }] });
      refused(await add(label.id), 'labels.0.id', 'not_found');
      alike(await add(label.id), await add(unknownId()));
    }),
    check('Another tenant’s channel cannot be used for a chat, and looks unknown', async (api) => {
      const [contact, channel] = [await newContact(api), await newChannel(api, 'sms', theirs(api))];
      const open = (channelId: string) => api.post('/v3/chats', { channelId, contactId: contact.id });
      refused(await open(channel.id), 'channelId', 'not_found');
      alike(await open(channel.id), await open(unknownId()));
    }),
    check('Another tenant’s channel cannot be a scope of a webhook, and looks unknown', async (api) => {
      const { id } = await newChannel(api, 'sms', theirs(api));
      const subscribe = (channelId: string) =>
        api.post('/v3/api_webhooks', { url: uniqueUrl(), events: [{ scopes: [{ type: 'channel', ids: [channelId] }] }] });
      refused(await subscribe(id), 'events.0.scopes.0.ids.0', 'not_found');
      alike(await subscribe(id), await subscribe(unknownId()));
    }),
    check('Another tenant’s delivery cannot be read or sent again, and looks unknown', async (api) => {
      const [mine, other] = [await newWebhook(api), await newWebhook(api, {}, theirs(api))];
      const { id } = succeeded(await api.post(`/v3/api_webhooks/${other.id}/test`, undefined, theirs(api)));
      const paths = (webhookId: string, deliveryId: string) => `/v3/api_webhooks/${webhookId}/deliveries/${deliveryId}`;
      for (const webhookId of [mine.id, other.id]) {
        alike(await api.get(paths(webhookId, id)), await api.get(paths(webhookId, unknownId())));
        const redeliver = (deliveryId: string) => api.post(`${paths(webhookId, deliveryId)}/redeliver`);
        alike(await redeliver(id), await redeliver(unknownId()));
      }
    }),
    ...rows.map(({ resource, make }) =>
      check(`Searching ${resource} does not find another tenant’s`, async (api) => {
        const { id } = await make(api);
        const find = (token: string) => api.post(`/v3/${resource}/search`, { query: `eq(id,"${id}")` }, { token });
        assert.equal(succeeded(await find(api.otherToken)).length, 1);
        assert.deepEqual(succeeded(await find(api.token)), []);
      }),
    ),
    check('Another tenant’s access token cannot be revoked and keeps working', async (api) => {
      const { id, accessToken } = await newToken(api, ['labels.read'], theirs(api));
      assert.deepEqual(succeeded(await api.del(`/v3/access_tokens/${id}`)), { deletedIds: [], notFoundIds: [id] });
      succeeded(await api.post('/v3/labels/search', {}, { token: accessToken }));
    }),
    check('Two tenants may have labels of one name and contacts of one phone number', async (api) => {
      const name = unique('label');
      await newLabel(api, { name });
      await newLabel(api, { name }, theirs(api));
      const { phoneNumber } = await newContact(api);
      await newContact(api, { phoneNumber }, theirs(api));
    }),
    checkV2('Attributes of another tenant are not listed, not deleted, and do not take an externalId', async (api) => {
      const externalId = uniqueExternalId();
      const { id } = await newAttribute(api, { externalId }, theirs(api));
      assert.deepEqual(succeeded(await api.del(`/v2/attributes/${id}`)), { deletedIds: [], notFoundIds: [id] });
      await newAttribute(api, { externalId });
      assert.ok(!succeeded(await api.get('/v2/attributes')).some((attribute: Json) => attribute.id === id));
      assert.ok(succeeded(await api.get('/v2/attributes', theirs(api))).some((attribute: Json) => attribute.id === id));
    }),
    checkV2('Webhooks of another tenant are not listed, not changed and not deleted through version 2', async (api) => {
      const { id } = await newV2Webhook(api, {}, theirs(api));
      const unknown = unknownId();
      const change = (webhookId: string) => api.put(`/v2/api_webhooks/${webhookId}`, { isActive: false });
      alike(await change(id), await change(unknown));
      assert.deepEqual(succeeded(await api.del(`/v2/api_webhooks/${id}`)), { deletedIds: [], notFoundIds: [id] });
      assert.ok(!succeeded(await api.get('/v2/api_webhooks')).some((webhook: Json) => webhook.id === id));
      const there = succeeded(await api.get('/v2/api_webhooks', theirs(api))).find((webhook: Json) => webhook.id === id);
      assert.equal(there?.isActive, true);
    }),
  ],
};
