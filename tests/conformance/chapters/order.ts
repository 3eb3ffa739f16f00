import type { Api } from '../api.ts';
import { type Chapter, check, checkOwn, checkRetired, checkV2 } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newContact, unknownId } from '../fixtures.ts';
import { roomInThisMinute, useUp } from '../minutes.ts';

const badToken = { headers: { authorization: 'Bearer nonsense' }, token: null };
const status = (api: Api, body: unknown, token?: string) =>
  api.post(`/v3/chats/${unknownId()}/status`, body, { token: token ?? api.token });

export const order: Chapter = {
  title: 'The order in which a request is verified',
  checks: [
    checkRetired('The sunset comes before authentication', async (api) => {
      failed(await api.get('/v2/attributes', badToken), 410, 'version_sunset');
      failed(await api.get('/v2/attributes', { token: null }), 410, 'version_sunset');
    }),
    checkRetired('The sunset comes before the question whether the path exists', async (api) => {
      failed(await api.get('/v2/no_such_thing', { token: null }), 410, 'version_sunset');
    }),
    check('Authentication comes before the question whether the path exists', async (api) => {
      failed(await api.get('/v3/no_such_thing', badToken), 401, 'unauthorized');
      failed(await api.call('PATCH', `/v3/chats/${unknownId()}`, badToken), 401, 'unauthorized');
    }),
    check('Authentication comes before the body is verified', async (api) => {
      failed(await api.post('/v3/labels', '{', badToken), 401, 'unauthorized');
      const headers = { ...badToken.headers, 'content-type': 'text/plain' };
      failed(await api.post('/v3/labels', 'x', { token: null, headers }), 401, 'unauthorized');
    }),
    checkOwn('Authentication comes before the tenant’s rate limit', async ({ current, tenantOn }) => {
      const { token } = await tenantOn('free');
      await roomInThisMinute();
      await useUp(current, token);
      failed(await current.get(`/v3/chats/${unknownId()}`, badToken), 401, 'unauthorized');
    }),
    checkOwn('The rate limit comes before the scope', async ({ current, tenantOn }) => {
      const { token } = await tenantOn('free');
      await roomInThisMinute();
      const body = { name: 'narrow', scopes: ['files.read'] };
      const narrow = succeeded(await current.post('/v3/access_tokens', body, { token, impatient: true }), 201).accessToken;
      failed(await current.get(`/v3/chats/${unknownId()}`, { token: narrow, impatient: true }), 403, 'forbidden');
      await useUp(current, token);
      failed(await current.get(`/v3/chats/${unknownId()}`, { token: narrow, impatient: true }), 429, 'too_many_requests');
    }),
    check('The scope comes before the body is verified', async (api) => {
      const token = await narrowToken(api, 'chats.read');
      failed(await status(api, { status: 'nonsense' }, token), 403, 'forbidden');
      failed(await status(api, '{', token), 403, 'forbidden');
      const options = { token, headers: { 'content-type': 'text/plain' } };
      failed(await api.post('/v3/labels', 'x', options), 403, 'forbidden');
    }),
    check('The scope comes before the question whether the thing exists', async (api) => {
      const token = await narrowToken(api, 'labels.read');
      failed(await api.get(`/v3/chats/${unknownId()}`, { token }), 403, 'forbidden');
    }),
    check('The body is verified before the question whether the thing exists', async (api) => {
      refused(await status(api, { status: 'nonsense' }), 'status', 'invalid_enum_value');
      refused(await api.put(`/v3/contacts/${unknownId()}`, { email: 'x' }), 'email', 'invalid_string');
      refused(await api.post(`/v3/contacts/${unknownId()}/labels`, {}), 'labels', 'required');
    }),
    check('So is what one field of the body demands of another', async (api) => {
      refused(await status(api, { status: 'snoozed' }), 'snoozedUntil', 'required');
      const past = { status: 'snoozed', snoozedUntil: '2020-01-01T00:00:00Z' };
      refused(await status(api, past), 'snoozedUntil', 'invalid_date');
    }),
    check('The contact is looked for before the labels that are to be put on it', async (api) => {
      const labels = [{ id: unknownId() }];
      failed(await api.post(`/v3/contacts/${unknownId()}/labels`, { labels }), 404, 'contact_not_found');
      refused(await api.post(`/v3/contacts/${(await newContact(api)).id}/labels`, { labels }), 'labels.0.id', 'not_found');
    }),
    checkV2('Version 2 verifies in the same order: credentials, scope, body', async (api) => {
      failed(await api.post('/v2/attributes', '{', badToken), 401, 'unauthorized');
      failed(await api.post('/v2/attributes', '{', { token: await narrowToken(api, 'attributes.read') }), 403, 'forbidden');
      failed(await api.post('/v2/attributes', '{'), 400, 'invalid_body_params');
    }),
  ],
};
