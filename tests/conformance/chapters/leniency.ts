import assert from 'node:assert/strict';
import { type Chapter, check, checkDelivery, checkV2 } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import {
  newAttribute,
  newChannel,
  newChat,
  newContact,
  newFile,
  newLabel,
  newTeam,
  newUser,
  newV2Webhook,
  newWebhook,
  unknownId,
} from '../fixtures.ts';

export const leniency: Chapter = {
  title: 'Spellings that mean the same',
  checks: [
    check('The word Bearer may be written in any case', async (api) => {
      for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
        const headers = { authorization: `${scheme} ${api.token}` };
        failed(await api.get(`/v3/labels/${unknownId()}`, { token: null, headers }), 404, 'label_not_found');
      }
    }),
    check('HEAD is answered wherever GET is, with the same status and size and no body', async (api) => {
      const [label, contact, file, chat] = [await newLabel(api), await newContact(api), await newFile(api), await newChat(api)];
      const things = [
        `labels/${label.id}`,
        `contacts/${contact.id}`,
        `files/${file.id}`,
        `files/${file.id}/content`,
        `chats/${chat.id}`,
      ];
      for (const path of [...things, `labels/${unknownId()}`, 'usage', 'nope'].map((path) => `/v3/${path}`)) {
        const [head, get] = [await api.call('HEAD', path), await api.get(path)];
        assert.deepEqual([head.status, head.text], [get.status, ''], path);
        assert.equal(head.headers.get('content-type'), get.headers.get('content-type'), path);
        if (!path.endsWith('usage')) assert.equal(head.headers.get('content-length'), get.headers.get('content-length'), path);
      }
      for (const path of ['/livez', '/openapi.json', '/docs/', '/.well-known/jwks.json'])
        assert.equal((await api.call('HEAD', path, { token: null })).status, 200, path);
    }),
    check('HEAD needs a token and a scope as GET does, and a stream of events returns its type and ends', async (api) => {
      assert.equal((await api.call('HEAD', `/v3/labels/${unknownId()}`, { token: null })).status, 401);
      const stream = await api.call('HEAD', '/v3/events');
      assert.deepEqual([stream.status, stream.text], [200, '']);
      assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
    }),
    check('An empty id in a path is 404, whatever the method', async (api) => {
      for (const method of ['GET', 'DELETE']) failed(await api.call(method, '/v3/labels/'), 404, 'route_not_found');
      failed(await api.put('/v3/labels/', {}), 404, 'route_not_found');
      failed(await api.post('/v3/chats//read', {}), 404, 'route_not_found');
      failed(await api.get('/v3/files//content'), 404, 'route_not_found');
    }),
    check('query, sortBy and search that are empty, blank or null count as not given', async (api) => {
      const { name } = await newLabel(api);
      const search = async (body: object) => (await api.post('/v3/labels/search', { search: name, ...body })).text;
      const plain = await search({});
      for (const nothing of ['', '   ', '\t\n', null])
        for (const field of ['query', 'sortBy'])
          assert.equal(await search({ [field]: nothing }), plain, JSON.stringify({ [field]: nothing }));
      const all = succeeded(await api.post('/v3/labels/search', { sortBy: 'desc(createdAt)' }));
      for (const nothing of ['', '   ', null])
        assert.deepEqual(succeeded(await api.post('/v3/labels/search', { search: nothing, sortBy: 'desc(createdAt)' })), all);
    }),
    check('The query of an answer can be sent back as it is, and gives the same answer', async (api) => {
      const { name } = await newLabel(api);
      for (const asked of [{ search: name }, { query: `eq(name,"${name}")`, sortBy: 'asc(name)' }]) {
        const first = await api.post('/v3/labels/search', asked);
        assert.equal(succeeded(first).length, 1);
        assert.equal((await api.post('/v3/labels/search', first.body.query)).text, first.text);
      }
      succeeded(await api.post('/v3/chats/search', (await api.post('/v3/chats/search', {})).body.query));
    }),
    check('PUT with {} or without a body changes nothing, updatedAt included', async (api) => {
      const chat = await newChat(api);
      const made = {
        chats: chat,
        labels: await newLabel(api),
        contacts: await newContact(api),
        channels: await newChannel(api, 'sms'),
        users: await newUser(api),
        teams: await newTeam(api),
        api_webhooks: await newWebhook(api),
      };
      for (const [path, { id }] of Object.entries(made)) {
        const before = await api.get(`/v3/${path}/${id}`);
        for (const body of [{}, undefined]) assert.equal((await api.put(`/v3/${path}/${id}`, body)).text, before.text, path);
        assert.equal((await api.get(`/v3/${path}/${id}`)).text, before.text, path);
      }
    }),
    checkV2('PUT with {} changes nothing in version 2 and in attributes', async (api) => {
      const webhook = await newV2Webhook(api);
      assert.deepEqual(succeeded(await api.put(`/v2/api_webhooks/${webhook.id}`, {})), webhook);
      const { id } = await newAttribute(api);
      const before = await api.get(`/v3/attributes/${id}`);
      assert.equal((await api.put(`/v3/attributes/${id}`, {})).text, before.text);
    }),
    checkDelivery('PUT with {} publishes no event', async (api) => {
      const { id } = await newContact(api);
      succeeded(await api.put(`/v3/contacts/${id}`, {}));
      succeeded(await api.put(`/v3/contacts/${id}`, { firstName: 'Grace' }));
      const found = succeeded(
        await api.post('/v3/events/search', { query: 'eq(event,"contact.updated")', pagination: { limit: 100 } }),
      );
      assert.equal(found.filter(({ data }: { data: { id: string } }) => data.id === id).length, 1);
    }),
  ],
};
