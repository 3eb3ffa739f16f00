import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, type Check, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newContact, newLabel, unique, unknownId } from '../fixtures.ts';

/** One way to provoke each reason of the closed list. */
const reasons: [key: string, param: string, provoke: (api: Api) => Promise<Reply>][] = [
  ['required', 'name', (api) => api.post('/v3/labels', {})],
  ['invalid_type', 'firstName', (api) => api.post('/v3/contacts', { firstName: 5 })],
  ['invalid_string', 'email', (api) => api.post('/v3/contacts', { email: 'nobody' })],
  ['invalid_enum_value', 'type', (api) => api.post('/v3/channels', { type: 'telex', name: 'x' })],
  ['invalid_date', 'expiresAt', (api) => api.post('/v3/access_tokens', { name: 'x', scopes: ['admin'], expiresAt: 'soon' })],
  ['too_small', 'name', (api) => api.post('/v3/labels', { name: '' })],
  ['too_big', 'name', (api) => api.post('/v3/labels', { name: 'x'.repeat(101) })],
  ['unrecognized_keys', 'colour', (api) => api.post('/v3/labels', { name: unique('label'), colour: '#000000' })],
  ['not_found', 'labels.0.id', (api) => api.post('/v3/contacts', { labels: [{ id: unknownId() }] })],
  ['custom', 'query', (api) => api.post('/v3/labels/search', { query: '?' })],
];

const reason = ([key, param, provoke]: (typeof reasons)[number]): Check =>
  check(`A parameter can be refused with ${key}, at ${param}`, async (api) => void refused(await provoke(api), param, key));

export const errors: Chapter = {
  title: 'Errors',
  checks: [
    check('invalid_body_params is 400 with the message Invalid body params', async (api) => {
      assert.equal(failed(await api.post('/v3/labels', {}), 400, 'invalid_body_params').message, 'Invalid body params');
    }),
    check('unauthorized is 401 with the message Unauthorized', async (api) => {
      const reply = await api.get(`/v3/chats/${unknownId()}`, { token: null });
      assert.equal(failed(reply, 401, 'unauthorized').message, 'Unauthorized');
    }),
    check('forbidden is 403, says Forbidden, and names the scope that is missing', async (api) => {
      const reply = await api.get(`/v3/chats/${unknownId()}`, { token: await narrowToken(api, 'labels.read') });
      assert.match(failed(reply, 403, 'forbidden').message, /^Forbidden.*chats\.read/);
    }),
    check('contact_not_found is 404 with the message Contact not found', async (api) => {
      const reply = await api.post(`/v3/contacts/${unknownId()}/labels`, { labels: [] });
      assert.equal(failed(reply, 404, 'contact_not_found').message, 'Contact not found');
    }),
    check('A failure has messageKey, message and, only with invalid_body_params, invalidParams', async (api) => {
      const invalid = await api.post('/v3/labels', {});
      assert.deepEqual(Object.keys(invalid.body).sort(), ['error', 'success']);
      assert.deepEqual(Object.keys(invalid.body.error).sort(), ['invalidParams', 'message', 'messageKey']);
      const missing = await api.get(`/v3/chats/${unknownId()}`);
      assert.deepEqual(Object.keys(missing.body.error).sort(), ['message', 'messageKey']);
    }),
    check('invalidParams maps each parameter to exactly { key, message }', async (api) => {
      const { invalidParams } = failed(await api.post('/v3/channels', {}), 400, 'invalid_body_params');
      assert.deepEqual(Object.keys(invalidParams).sort(), ['name', 'type']);
      for (const param of Object.values<object>(invalidParams)) assert.deepEqual(Object.keys(param).sort(), ['key', 'message']);
    }),
    ...reasons.map(reason),
    check('Every fault of a body is named at once, by its dotted path', async (api) => {
      const body = {
        firstName: 1,
        labels: [{ id: 'x' }],
        handles: [
          { type: 'email', value: 'x@example.test' },
          { type: 'fax', value: '' },
        ],
      };
      const reply = await api.post('/v3/contacts', body);
      refused(reply, 'firstName', 'invalid_type');
      refused(reply, 'labels.0.id', 'invalid_string');
      refused(reply, 'handles.1.type', 'invalid_enum_value');
      refused(reply, 'handles.1.value', 'too_small');
    }),
    check('A refused request changes nothing', async (api) => {
      const contact = await newContact(api);
      refused(await api.put(`/v3/contacts/${contact.id}`, { firstName: 'Eve', email: 'x' }), 'email', 'invalid_string');
      assert.deepEqual(succeeded(await api.get(`/v3/contacts/${contact.id}`)), contact);
    }),
    check('conflict is 409 and says in words what is in the way', async (api) => {
      const { name } = await newLabel(api);
      assert.match(failed(await api.post('/v3/labels', { name }), 409, 'conflict').message, /name/);
    }),
    check('A path that does not exist is 404 route_not_found', async (api) => {
      for (const path of ['/v3/nope', '/v3', '/v3/chats/a/b/c', '/nope']) failed(await api.get(path), 404, 'route_not_found');
    }),
    check('A method that a path does not take is 405 method_not_allowed, and Allow lists those it takes', async (api) => {
      const chat = await api.call('PATCH', `/v3/chats/${(await newChat(api)).id}`);
      failed(chat, 405, 'method_not_allowed');
      assert.deepEqual(chat.headers.get('allow')?.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'PUT']);
      const search = await api.put('/v3/chats', {});
      failed(search, 405, 'method_not_allowed');
      assert.equal(search.headers.get('allow'), 'POST');
    }),
  ],
};
