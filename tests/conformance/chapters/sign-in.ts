import assert from 'node:assert/strict';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newUser, unique, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';

const PASSWORD = 'correct horse battery staple';
const anonymous = { token: null };
const COOKIE = /^(__Host-patchbay_session=[\w-]+); Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;

const sessionFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  lastUsedAt: 'timestamp',
  expiresAt: 'timestamp',
  state: 'string',
  methods: 'array',
  tenantId: 'id | null',
  userAgent: 'string',
  address: 'string',
  isCurrent: 'boolean',
};

/** The origin that may use the cookie is that of the address in the OpenAPI document. */
const originOf = async (api: Api): Promise<string> =>
  new URL((await api.get('/openapi.json', anonymous)).body.servers[0].url).origin;

const invite = async (api: Api, userId: string): Promise<string> => {
  const { url } = succeeded(await api.post(`/v3/users/${userId}/invitation`), 201);
  return /#token=(.+)$/.exec(url)?.[1] ?? assert.fail(`${url} has no token`);
};
const accept = (api: Api, token: string, password = PASSWORD): Promise<Reply> =>
  api.post('/v3/invitations/accept', { token, password }, anonymous);
const signIn = (api: Api, email: string, password = PASSWORD): Promise<Reply> =>
  api.post('/v3/sessions', { email, password }, anonymous);

/** Creates a user who accepted an invitation. */
async function person(api: Api, fields: object = {}): Promise<Json> {
  const user = await newUser(api, fields);
  succeeded(await accept(api, await invite(api, user.id)));
  return user;
}

/** Signs a new person in. Returns the headers of the browser. */
async function browserOf(api: Api, fields: object = {}): Promise<{ user: Json; headers: { cookie: string; origin: string } }> {
  const user = await person(api, fields);
  const reply = await signIn(api, user.email);
  succeeded(reply, 201);
  const [, cookie = ''] = COOKIE.exec(reply.headers.get('set-cookie') ?? '') ?? [];
  return { user, headers: { cookie, origin: await originOf(api) } };
}

const tokenFor = async (api: Api, headers: Record<string, string>): Promise<Json> =>
  succeeded(await api.post('/v3/sessions/current/token', {}, { ...anonymous, headers }), 201);

export const signingIn: Chapter = {
  title: 'Sign-in',
  checks: [
    check(
      'An invited user chooses a password and signs in; the cookie is HttpOnly, Secure, SameSite=Lax and __Host-',
      async (api) => {
        const user = await person(api);
        const reply = await signIn(api, user.email.toUpperCase());
        const { session, account, tenants } = succeeded(reply, 201);
        assert.match(reply.headers.get('set-cookie') ?? '', COOKIE);
        hasOnly(session, sessionFields);
        assert.deepEqual([session.state, session.methods, session.isCurrent], ['active', ['password'], true]);
        assert.deepEqual([account.email, account.hasPassword, tenants.length], [user.email, true, 1]);
        assert.equal(succeeded(await api.get(`/v3/users/${user.id}`)).hasAccount, true);
      },
    ),
    check('A wrong password and an unknown address get the same 401 sign_in_failed and no cookie', async (api) => {
      const { email } = await person(api);
      const [wrong, unknown] = [await signIn(api, email, 'wrong'), await signIn(api, `${unknownId()}@example.test`, 'wrong')];
      failed(wrong, 401, 'sign_in_failed');
      assert.equal(wrong.text, unknown.text);
      assert.equal(wrong.headers.get('set-cookie'), null);
    }),
    check('The cookie buys a user token of ten minutes with the scopes of the role, and is no credential itself', async (api) => {
      const { user, headers } = await browserOf(api, { role: 'member' });
      const { accessToken: token, expiresAt, userId } = await tokenFor(api, headers);
      assert.equal(userId, user.id);
      assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000) < 60_000, expiresAt);
      const me = succeeded(await api.get('/v3/me', { token }));
      assert.deepEqual([me.user.id, me.user.role, me.account.email], [user.id, 'member', user.email]);
      assert.ok(me.scopes.includes('chats.write') && !me.scopes.includes('users.write'));
      failed(await api.post('/v3/users', { name: 'x', email: 'x@example.test' }, { token }), 403, 'forbidden');
      failed(await api.get('/v3/me', { ...anonymous, headers }), 401, 'unauthorized');
      failed(await api.post('/v3/labels', { name: unique('label') }, { ...anonymous, headers }), 401, 'unauthorized');
    }),
    check('Operations of the session refuse another Origin, and one that is missing: 403 forbidden', async (api) => {
      const { headers } = await browserOf(api);
      for (const origin of ['https://evil.example', 'null'])
        failed(
          await api.post('/v3/sessions/current/token', {}, { ...anonymous, headers: { ...headers, origin } }),
          403,
          'forbidden',
        );
      const { cookie } = headers;
      failed(await api.del('/v3/sessions/current', { ...anonymous, headers: { cookie } }), 403, 'forbidden');
      const page = { headers: { origin: 'https://evil.example' }, ...anonymous };
      failed(await api.post('/v3/sessions', { email: 'a@example.test', password: 'x' }, page), 403, 'forbidden');
    }),
    check('Own sessions are listed and ended; signing out removes the cookie and ends the session', async (api) => {
      const { user, headers } = await browserOf(api);
      const other = succeeded(await signIn(api, user.email), 201).session;
      const listed = succeeded(await api.get('/v3/sessions', { ...anonymous, headers }));
      assert.deepEqual(new Set(listed.map(({ isCurrent }: Json) => isCurrent)), new Set([true, false]));
      for (const one of listed) hasOnly(one, sessionFields);
      const end = async (id: string) => succeeded(await api.del(`/v3/sessions/${id}`, { ...anonymous, headers }));
      assert.deepEqual(await end(other.id), { deletedIds: [other.id], notFoundIds: [] });
      assert.deepEqual((await end(other.id)).notFoundIds, [other.id]);
      const out = await api.del('/v3/sessions/current', { ...anonymous, headers });
      assert.equal(out.status, 200);
      assert.match(out.headers.get('set-cookie') ?? '', /^__Host-patchbay_session=; Max-Age=0;/);
      failed(await api.get('/v3/sessions/current', { ...anonymous, headers }), 401, 'unauthorized');
    }),
    check(
      'A link of an invitation works once, and not after a newer one; a user with an account is 409 conflict',
      async (api) => {
        const user = await newUser(api);
        const [old, token] = [await invite(api, user.id), await invite(api, user.id)];
        failed(await accept(api, old), 404, 'invitation_not_found');
        refused(await accept(api, token, 'short'), 'password', 'too_small');
        succeeded(await accept(api, token));
        failed(await accept(api, token), 404, 'invitation_not_found');
        failed(await api.post(`/v3/users/${user.id}/invitation`), 409, 'conflict');
        failed(await api.post(`/v3/users/${unknownId()}/invitation`), 404, 'user_not_found');
      },
    ),
    check('PUT /me changes the password with the current one; the old one no longer signs in', async (api) => {
      const { user, headers } = await browserOf(api);
      const { accessToken: token } = await tokenFor(api, headers);
      const password = 'another password of mine';
      refused(await api.put('/v3/me', { password }, { token }), 'currentPassword', 'custom');
      succeeded(await api.put('/v3/me', { password, currentPassword: PASSWORD, name: 'Ada L.' }, { token }));
      assert.equal(succeeded(await api.get(`/v3/users/${user.id}`)).name, 'Ada L.');
      failed(await signIn(api, user.email), 401, 'sign_in_failed');
      succeeded(await signIn(api, user.email, password), 201);
    }),
    check('Operations about a person need the token of a user: 403 user_required', async (api) => {
      failed(await api.get('/v3/me'), 403, 'user_required');
      failed(await api.put('/v3/me', { name: 'x' }), 403, 'user_required');
    }),
    check('Asking for a reset link gets the same answer for addresses with and without an account', async (api) => {
      const { email } = await person(api);
      const ask = (email: string) => api.post('/v3/password_resets', { email }, anonymous);
      const [known, unknown] = [await ask(email), await ask(`${unknownId()}@example.test`)];
      assert.deepEqual([known.status, known.text], [200, unknown.text]);
      const nothing = { token: 'A'.repeat(64), password: PASSWORD };
      failed(await api.post('/v3/password_resets/confirm', nothing, anonymous), 404, 'password_reset_not_found');
    }),
    check('A person has a request limit apart from the tenant’s', async (api) => {
      const { headers } = await browserOf(api);
      const { accessToken: token } = await tokenFor(api, headers);
      assert.equal((await api.get('/v3/me', { token })).headers.get('x-ratelimit-limit'), '600');
    }),
    check('A sign-in is in the audit log with the user and the session', async (api) => {
      const { user } = await browserOf(api);
      const entries = succeeded(await api.post('/v3/audit_log/search', { query: `eq(userId,"${user.id}")` }));
      const entry = entries.find(({ operationId }: Json) => operationId === 'createSession');
      assert.deepEqual([entry.resourceType, entry.tokenId], ['session', entry.resourceId]);
    }),
  ],
};
