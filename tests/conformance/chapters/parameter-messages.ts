import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { refused } from '../expect.ts';
import { newChannel, newChat, unique } from '../fixtures.ts';

/** How the validator puts it, before it is put in words for people. */
const LIBRARY_WORDS = /^Invalid (input|option|key|string|discriminator|value|type)|^Too (big|small):|Unrecognized key|received /;

const faults: [what: string, param: string, key: string, message: RegExp, provoke: (api: Api) => Promise<Reply>][] = [
  [
    'a wrong type',
    'firstName',
    'invalid_type',
    /^Must be a string, not a number$/,
    (api) => api.post('/v3/contacts', { firstName: 5 }),
  ],
  ['a wrong body', 'body', 'invalid_type', /^Must be an object, not a list$/, (api) => api.post('/v3/labels', '[]')],
  ['an empty text', 'name', 'too_small', /^Must not be empty$/, (api) => api.post('/v3/labels', { name: '' })],
  [
    'a long text',
    'name',
    'too_big',
    /^Must have at most 100 characters$/,
    (api) => api.post('/v3/labels', { name: 'x'.repeat(101) }),
  ],
  [
    'a value of a list',
    'type',
    'invalid_enum_value',
    /"whatsapp".*did you mean "whatsapp"\?$/,
    (api) => api.post('/v3/channels', { type: 'whatsap', name: 'x' }),
  ],
  [
    'a time',
    'expiresAt',
    'invalid_date',
    /2026-/,
    (api) => api.post('/v3/access_tokens', { name: 'x', scopes: ['admin'], expiresAt: 'soon' }),
  ],
  ['an id', 'labels.0.id', 'invalid_string', /UUID/, (api) => api.post('/v3/contacts', { labels: [{ id: 'x' }] })],
];

const misspelled: [given: string, meant: string, path: string, body: object][] = [
  ['firstname', 'firstName', '/v3/contacts', {}],
  ['first_name', 'firstName', '/v3/contacts', {}],
  ['phone_nubmer', 'phoneNumber', '/v3/contacts', {}],
  ['colour', 'color', '/v3/labels', { name: 'x' }],
  ['sortby', 'sortBy', '/v3/labels/search', {}],
  ['paginaton', 'pagination', '/v3/labels/search', {}],
];

export const parameterMessages: Chapter = {
  title: 'Messages about parameters',
  checks: [
    ...faults.map(([what, param, key, message, provoke]) =>
      check(`The message about ${what} says what is allowed, in plain words`, async (api) => {
        const said = refused(await provoke(api), param, key);
        assert.match(said, message);
        assert.doesNotMatch(said, LIBRARY_WORDS);
      }),
    ),
    check('The message about a key that is not allowed names the key and what is', async (api) => {
      const { id: channelId } = await newChannel(api);
      const body = { name: unique('campaign'), channelId, variables: { 'not a name': 'x' } };
      const said = refused(await api.post('/v3/campaigns', body), 'variables.not a name', 'custom');
      assert.match(said, /^"not a name" is not allowed as a key here: it must match the pattern /);
    }),
    ...misspelled.map(([given, meant, path, body]) =>
      check(`An unknown parameter ${given} is answered with the question whether ${meant} was meant`, async (api) => {
        const said = refused(await api.post(path, { ...body, [given]: 'x' }), given, 'unrecognized_keys');
        assert.match(said, new RegExp(`did you mean ${meant}\\?`));
      }),
    ),
    check('The suggestion is made inside lists and objects, too', async (api) => {
      const reply = await api.post('/v3/contacts', { handles: [{ type: 'email', value: 'ada@example.test', isprimary: true }] });
      assert.match(refused(reply, 'handles.0.isprimary', 'unrecognized_keys'), /did you mean isPrimary\?/);
    }),
    check('An unknown parameter that is like no other is answered with those that there are', async (api) => {
      const said = refused(await api.post('/v3/labels', { name: 'x', zzz: 1 }), 'zzz', 'unrecognized_keys');
      assert.match(said, /there are name, color$/);
      const { id } = await newChat(api);
      assert.match(refused(await api.post(`/v3/chats/${id}/read`, { zzz: 1 }), 'zzz', 'unrecognized_keys'), /takes none/);
    }),
  ],
};
