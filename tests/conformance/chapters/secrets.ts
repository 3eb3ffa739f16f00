import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, unique, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';

const secretFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  name: 'string',
  hosts: 'array',
  version: 'integer',
};
const VALUE = 'sk_live_0123456789';
const hosts = ['api.example.com'];

const nameOf = (): string => unique('secret').replace(/\W/g, '_');
const newSecret = async (api: Api): Promise<Json> =>
  succeeded(await api.post('/v3/secrets', { name: nameOf(), value: VALUE, hosts }), 201);

const withHeader = (value: string) => ({
  name: unique('automation'),
  trigger: { type: 'api' },
  steps: [{ id: 'call', type: 'http_request', url: 'https://api.example.com/', headers: { Authorization: value } }],
});

export const secrets: Chapter = {
  title: 'Secrets of automations',
  checks: [
    check('POST /secrets answers 201 with every field but the value, and GET answers the same', async (api) => {
      const secret = await newSecret(api);
      hasOnly(secret, secretFields);
      assert.deepEqual([secret.version, secret.hosts], [1, hosts]);
      assert.deepEqual(succeeded(await api.get(`/v3/secrets/${secret.id}`)), secret);
    }),
    check('No answer holds the value: not to a read, a search, a replacement or a mistake', async (api) => {
      const { id, name } = await newSecret(api);
      for (const { text } of [
        await api.get(`/v3/secrets/${id}`),
        await api.post('/v3/secrets/search', { query: `eq(id,"${id}")` }),
        await api.put(`/v3/secrets/${id}`, { value: `${VALUE}_2` }),
        await api.post('/v3/secrets', { name, value: VALUE, hosts }),
        await api.del(`/v3/secrets/${id}`),
      ])
        assert.ok(!text.includes(VALUE), text);
    }),
    check('PUT /secrets/{secretId} replaces the value and counts the version; other hosts need the value', async (api) => {
      const { id } = await newSecret(api);
      const replaced = succeeded(await api.put(`/v3/secrets/${id}`, { value: `${VALUE}_2`, hosts: ['Other.example.com'] }));
      assert.deepEqual([replaced.version, replaced.hosts], [2, ['other.example.com']]);
      refused(await api.put(`/v3/secrets/${id}`, { hosts }), 'value', 'required');
      failed(await api.put(`/v3/secrets/${unknownId()}`, { value: VALUE }), 404, 'secret_not_found');
    }),
    check('A name that is taken is 409 conflict; name, value and hosts are required', async (api) => {
      const { name } = await newSecret(api);
      failed(await api.post('/v3/secrets', { name, value: VALUE, hosts }), 409, 'conflict');
      const reply = await api.post('/v3/secrets', {});
      for (const param of ['name', 'value', 'hosts']) refused(reply, param, 'required');
      refused(await api.post('/v3/secrets', { name: nameOf(), value: VALUE, hosts: [] }), 'hosts', 'too_small');
    }),
    check('DELETE /secrets/{secretId} answers a delete result; twice and unknown are under notFoundIds', async (api) => {
      const { id } = await newSecret(api);
      assert.deepEqual(succeeded(await api.del(`/v3/secrets/${id}`)), { deletedIds: [id], notFoundIds: [] });
      for (const gone of [id, unknownId(), 'nonsense'])
        assert.deepEqual(succeeded(await api.del(`/v3/secrets/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
    }),
    check('A header of an HTTP step refers to a secret that is there; a credential in clear is refused', async (api) => {
      const { name } = await newSecret(api);
      const made = succeeded(await api.post('/v3/automations', withHeader(`Bearer {{secrets.${name}}}`)), 201);
      assert.equal(made.latestVersion.steps[0].headers.Authorization, `Bearer {{secrets.${name}}}`);
      const path = 'steps.0.headers.Authorization';
      refused(await api.post('/v3/automations', withHeader('{{secrets.nobody}}')), path, 'not_found');
      refused(await api.post('/v3/automations', withHeader(`Bearer ${VALUE}`)), path, 'custom');
      refused(await api.post('/v3/automations', withHeader(`{{secrets.${name}}} {{contact.firstName}}`)), path, 'custom');
    }),
    check('Reading secrets needs automations.read, the rest automations.write', async (api) => {
      const { id } = await newSecret(api);
      const [reader, writer] = [await narrowToken(api, 'automations.read'), await narrowToken(api, 'automations.write')];
      succeeded(await api.get(`/v3/secrets/${id}`, { token: reader }));
      failed(await api.put(`/v3/secrets/${id}`, { value: VALUE }, { token: reader }), 403, 'forbidden');
      failed(await api.del(`/v3/secrets/${id}`, { token: reader }), 403, 'forbidden');
      failed(await api.post('/v3/secrets/search', {}, { token: writer }), 403, 'forbidden');
    }),
  ],
};
