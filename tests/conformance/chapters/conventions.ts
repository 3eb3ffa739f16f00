import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { narrowToken, newChat, newContact, newLabel, newToken, unique, unknownId } from '../fixtures.ts';
import { everyField, ID, TIMESTAMP } from '../shapes.ts';

/** One answer of every kind that a client can meet. */
async function everyKindOfAnswer(api: Api): Promise<Reply[]> {
  const narrow = await narrowToken(api, 'files.read');
  return [
    await api.post('/v3/labels', { name: unique('label') }),
    await api.post('/v3/labels/search', {}),
    await api.del(`/v3/labels/${unknownId()}`),
    await api.post('/v3/labels', {}),
    await api.post('/v3/labels', '{"name":'),
    await api.get(`/v3/chats/${unknownId()}`, { token: null }),
    await api.get(`/v3/chats/${unknownId()}`, { token: narrow }),
    await api.get(`/v3/chats/${unknownId()}`),
    await api.get('/v3/no_such_thing'),
    await api.call('PATCH', `/v3/chats/${unknownId()}`),
    await api.post('/v3/labels', 'name=x', { headers: { 'content-type': 'text/plain' } }),
    await api.get('/nowhere'),
  ];
}

export const conventions: Chapter = {
  title: 'Conventions',
  checks: [
    check('Every answer, success or failure, is JSON and says so in Content-Type', async (api) => {
      for (const { headers, body, text } of await everyKindOfAnswer(api)) {
        assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
        assert.equal(typeof body, 'object', `not JSON: ${text.slice(0, 80)}`);
      }
    }),
    check('Every answer has a boolean success, true exactly when the status is 2xx', async (api) => {
      const replies = await everyKindOfAnswer(api);
      for (const { status, body } of replies) assert.equal(body.success, status < 300, `${status} with success ${body.success}`);
      const statuses = new Set(replies.map((reply) => reply.status));
      for (const status of [200, 201, 400, 401, 403, 404, 405, 415]) assert.ok(statuses.has(status), `no ${status} was provoked`);
    }),
    check('On success the payload is in data, and there is no error', async (api) => {
      const { id } = await newLabel(api);
      const { body } = await api.get(`/v3/labels/${id}`);
      assert.equal(body.data.id, id);
      assert.ok(!('error' in body));
    }),
    check('On failure error holds messageKey and message, and there is no data', async (api) => {
      const failures = (await everyKindOfAnswer(api)).filter(({ status }) => status >= 400);
      assert.ok(failures.length >= 8);
      for (const reply of failures) failed(reply, reply.status, reply.body.error.messageKey);
    }),
    check('Every timestamp is ISO 8601 in UTC with milliseconds, however deep it sits', async (api) => {
      const { contactId } = await newChat(api);
      const contact = await api.get(`/v3/contacts/${contactId}`);
      const chats = await api.post('/v3/chats/search', { query: `eq(contactId,"${contactId}")` });
      const times = [contact.body, chats.body].flatMap((body) => [...everyField(body)]).filter(([name]) => name.endsWith('At'));
      assert.ok(times.length >= 12, `only ${times.length} timestamps were found`);
      for (const [name, value] of times) assert.match(String(value), TIMESTAMP, name);
    }),
    check('A timestamp in a request may carry an offset; it comes back as the same instant in UTC', async (api) => {
      const chat = await newChat(api);
      const body = { status: 'snoozed', snoozedUntil: '2099-06-01T12:00:00+02:00' };
      const snoozed = succeeded(await api.post(`/v3/chats/${chat.id}/status`, body));
      assert.equal(snoozed.snoozedUntil, '2099-06-01T10:00:00.000Z');
    }),
    check('createdAt is the time of the request, and updatedAt equals it until something changes', async (api) => {
      const reply = await api.post('/v3/labels', { name: unique('label') });
      const { createdAt, updatedAt } = succeeded(reply, 201);
      const answeredAt = Date.parse(reply.headers.get('date') ?? '');
      assert.ok(Math.abs(answeredAt - Date.parse(createdAt)) < 3_000, `${createdAt} is not about ${reply.headers.get('date')}`);
      assert.equal(updatedAt, createdAt);
    }),
    check('A change moves updatedAt forward and leaves createdAt', async (api) => {
      const before = await newContact(api);
      const after = succeeded(await api.put(`/v3/contacts/${before.id}`, { firstName: 'Grace' }));
      assert.ok(after.updatedAt > before.updatedAt, `${after.updatedAt} is not after ${before.updatedAt}`);
      assert.equal(after.createdAt, before.createdAt);
    }),
    check('Every id is a string, a UUID of version 7', async (api) => {
      const chat = await newChat(api);
      const token = await newToken(api, ['files.read']);
      const ids = [...everyField({ chat, token })].filter(([name, value]) => /^id$|Id$/.test(name) && value !== null);
      assert.ok(ids.length >= 8, `only ${ids.length} ids were found`);
      for (const [name, value] of ids) assert.match(String(value), ID, name);
    }),
    check('Later ids sort after earlier ones', async (api) => {
      const [first, second] = [await newLabel(api), await newLabel(api)];
      assert.ok(second.id > first.id);
    }),
    check('Every answer carries an X-Request-Id, a different one each time', async (api) => {
      const ids = (await everyKindOfAnswer(api)).map(({ headers }) => headers.get('x-request-id'));
      assert.ok(ids.every(Boolean), `an answer has none: ${ids}`);
      assert.equal(new Set(ids).size, ids.length);
    }),
    check("A caller's own X-Request-Id comes back", async (api) => {
      const reply = await api.get('/v3/no_such_thing', { headers: { 'x-request-id': 'my-log-line.42' } });
      assert.equal(reply.headers.get('x-request-id'), 'my-log-line.42');
    }),
    check('The creates answer 201; reads, changes, searches and deletes answer 200', async (api) => {
      const { id } = succeeded(await api.post('/v3/labels', { name: unique('label') }), 201);
      succeeded(await api.get(`/v3/labels/${id}`), 200);
      succeeded(await api.put(`/v3/labels/${id}`, {}), 200);
      succeeded(await api.post('/v3/labels/search', {}), 200);
      succeeded(await api.del(`/v3/labels/${id}`), 200);
    }),
    check('Content-Type: application/json may carry a charset', async (api) => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      const { name } = succeeded(await api.post('/v3/labels', { name: unique('größe') }, { headers }), 201);
      assert.match(name, /^größe /);
    }),
  ],
};
