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
  newToken,
  unique,
  uniqueExternalId,
  unknownId,
} from '../things.ts';

type Ask = [what: string, ask: (api: Api, id: string) => Promise<Reply>];
type Row = { resource: string; make: (api: Api) => Promise<Json>; asks: Ask[] };

const put = (resource: string): Ask => ['changing', (api, id) => api.put(`/v3/${resource}/${id}`, {})];
const get = (resource: string): Ask => ['reading', (api, id) => api.get(`/v3/${resource}/${id}`)];
const del = (resource: string): Ask => ['deleting', (api, id) => api.del(`/v3/${resource}/${id}`)];

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
  {
    resource: 'channels',
    make: (api) => newChannel(api, 'sms', theirs(api)),
    asks: [get('channels'), put('channels'), del('channels')],
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
    ...rows.map(({ resource, make }) =>
      check(`Searching ${resource} does not find another tenant’s`, async (api) => {
        const { id } = await make(api);
        const find = (token: string) => api.post(`/v3/${resource}/search`, { query: `eq(id,"${id}")` }, { token });
        assert.equal(succeeded(await find(api.otherToken)).length, 1);
        assert.deepEqual(succeeded(await find(api.token)), []);
      }),
    ),
    check('Another tenant’s access token cannot be revoked and goes on working', async (api) => {
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
  ],
};
