import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newToken, unique, unknownId } from '../fixtures.ts';
import { hasFields, tokenFields } from '../shapes.ts';

/** Five seconds are promised; the rest is patience for a busy machine. */
const REVOKED_WITHIN_MS = 20_000;

export const accessTokens: Chapter = {
  title: 'Access tokens',
  checks: [
    check('POST /access_tokens answers the token’s record and, once, its secret: a JWT', async (api) => {
      const token = await newToken(api, ['chats.read']);
      hasFields(token, tokenFields);
      assert.deepEqual([token.scopes, token.expiresAt], [['chats.read'], null]);
      assert.match(token.accessToken, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    }),
    check('A token is signed with EdDSA, names its key, and carries iss, aud, sub, jti, tid and scope', async (api) => {
      const { accessToken, id } = await newToken(api, ['chats.read', 'chats.write']);
      const [header, claims] = accessToken.split('.').map((part: string) => Buffer.from(part, 'base64url').toString());
      const { alg, kid } = JSON.parse(header);
      assert.deepEqual([alg, typeof kid], ['EdDSA', 'string']);
      const { iss, aud, sub, jti, tid, scope } = JSON.parse(claims);
      for (const claim of [iss, aud, sub, tid]) assert.equal(typeof claim, 'string');
      assert.deepEqual([jti, scope], [id, 'chats.read chats.write']);
    }),
    check('The key that signed a token is published in the JWKS, without its private part', async (api) => {
      const { accessToken } = await newToken(api, ['chats.read']);
      const { kid } = JSON.parse(Buffer.from(accessToken.split('.')[0], 'base64url').toString());
      const { keys } = (await api.get('/.well-known/jwks.json', { token: null })).body;
      const key = keys.find((one: { kid: string }) => one.kid === kid);
      assert.ok(key, `no key ${kid}`);
      assert.ok(!('d' in key), 'the private part is published');
    }),
    check('A new token works at once', async (api) => {
      const { accessToken } = await newToken(api, ['labels.read']);
      succeeded(await api.post('/v3/labels/search', {}, { token: accessToken }));
    }),
    check('A token with expiresAt works until then and is unauthorized after', async (api) => {
      const expiresAt = new Date(Date.now() + 8_000).toISOString();
      const body = { name: unique('token'), scopes: ['labels.read'], expiresAt };
      const issued = succeeded(await api.post('/v3/access_tokens', body), 201);
      assert.equal(issued.expiresAt, expiresAt);
      succeeded(await api.post('/v3/labels/search', {}, { token: issued.accessToken }));
      await wait(8_200);
      failed(await api.post('/v3/labels/search', {}, { token: issued.accessToken }), 401, 'unauthorized');
    }),
    check('name and scopes are required, and an unknown scope is refused with its path', async (api) => {
      const reply = await api.post('/v3/access_tokens', {});
      refused(reply, 'name', 'required');
      refused(reply, 'scopes', 'required');
      refused(await api.post('/v3/access_tokens', { name: 'x', scopes: [] }), 'scopes', 'too_small');
      const body = { name: 'x', scopes: ['chats.read', 'chats.fly'] };
      refused(await api.post('/v3/access_tokens', body), 'scopes.1', 'invalid_enum_value');
    }),
    check('A token cannot give scopes that it lacks: 403 forbidden names them', async (api) => {
      const { accessToken: token } = await newToken(api, ['admin', 'labels.read']);
      const body = { name: unique('token'), scopes: ['labels.read', 'labels.write'] };
      assert.match(failed(await api.post('/v3/access_tokens', body, { token }), 403, 'forbidden').message, /labels\.write/);
      succeeded(await api.post('/v3/access_tokens', { ...body, scopes: ['labels.read'] }, { token }), 201);
    }),
    check('POST /access_tokens/search finds the token, and never its secret', async (api) => {
      const { accessToken, ...record } = await newToken(api, ['chats.read']);
      const reply = await api.post('/v3/access_tokens/search', { query: `eq(id,"${record.id}")` });
      assert.deepEqual(succeeded(reply), [record]);
      assert.ok(!reply.text.includes(accessToken.split('.')[2]));
    }),
    check('DELETE /access_tokens/{id} answers a delete result; twice and unknown are under notFoundIds', async (api) => {
      const { id } = await newToken(api, ['chats.read']);
      assert.deepEqual(succeeded(await api.del(`/v3/access_tokens/${id}`)), { deletedIds: [id], notFoundIds: [] });
      for (const gone of [id, unknownId(), 'nonsense'])
        assert.deepEqual(succeeded(await api.del(`/v3/access_tokens/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
    }),
    check('An id is never reported as deleted and as not found at once, however it is written', async (api) => {
      const { id } = await newToken(api, ['chats.read']);
      const { deletedIds, notFoundIds } = succeeded(await api.del(`/v3/access_tokens/${id.toUpperCase()}`));
      assert.equal(deletedIds.length + notFoundIds.length, 1, JSON.stringify({ deletedIds, notFoundIds }));
    }),
    check('A revoked token is no longer found by search', async (api) => {
      const { id } = await newToken(api, ['chats.read']);
      succeeded(await api.del(`/v3/access_tokens/${id}`));
      assert.deepEqual(succeeded(await api.post('/v3/access_tokens/search', { query: `eq(id,"${id}")` })), []);
    }),
    check('A revoked token that was in use is unauthorized within 5 seconds', async (api) => {
      const { id, accessToken } = await newToken(api, ['labels.read']);
      const use = () => api.post('/v3/labels/search', {}, { token: accessToken });
      succeeded(await use());
      succeeded(await api.del(`/v3/access_tokens/${id}`));
      const endsAt = Date.now() + REVOKED_WITHIN_MS;
      let reply = await use();
      while (reply.status !== 401 && Date.now() < endsAt) {
        await wait(200);
        reply = await use();
      }
      failed(reply, 401, 'unauthorized');
    }),
  ],
};
