import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newUser } from '../fixtures.ts';
import { hasOnly } from '../shapes.ts';

const PASSWORD = 'correct horse battery staple';
const anonymous = { token: null };
const SECOND_FACTOR = '/v3/sessions/current/second_factor';

/** Returns the code that an authenticator app shows so many steps from now (RFC 6238). */
function codeOf(secret: string, steps = 0): string {
  const bits = Array.from(secret)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const originOf = async (api: Api): Promise<string> =>
  new URL((await api.get('/openapi.json', anonymous)).body.servers[0].url).origin;

/** A browser of one person: it keeps the cookie that answers set. */
async function openBrowser(api: Api) {
  const origin = await originOf(api);
  let cookie = '';
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const headers = { origin, ...(cookie && { cookie }) };
    const reply = await api.call(method, path, { ...anonymous, headers, ...(body && { body }), impatient: true });
    cookie = /^(__Host-patchbay_session=[\w-]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? cookie;
    return reply;
  };
  return { call, post: (path: string, body: object = {}) => call('POST', path, body) };
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

async function hire(api: Api): Promise<Json> {
  const user = await newUser(api);
  const { url } = succeeded(await api.post(`/v3/users/${user.id}/invitation`), 201);
  const token = new URL(url).hash.replace('#token=', '');
  succeeded(await api.post('/v3/invitations/accept', { token, password: PASSWORD }, anonymous));
  return user;
}

async function signIn(api: Api, { email }: Json): Promise<Browser> {
  const browser = await openBrowser(api);
  succeeded(await browser.post('/v3/sessions', { email, password: PASSWORD }), 201);
  return browser;
}

/** Sets up an authenticator app. The code of the step before is used up. */
async function setUp(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = succeeded(await browser.post('/v3/account/totp'));
  hasOnly(begun, { secret: 'string', uri: 'string' });
  const { recoveryCodes } = succeeded(await browser.post('/v3/account/totp/confirm', { code: codeOf(begun.secret, -1) }));
  return { secret: begun.secret, recoveryCodes };
}

export const signInFactors: Chapter = {
  title: 'Second factors and identity providers',
  checks: [
    check(
      'GET and PUT /sign_in_settings: requireSecondFactor is false until it is set, and needs the scope admin',
      async (api) => {
        const before = succeeded(await api.get('/v3/sign_in_settings'));
        hasOnly(before, { requireSecondFactor: 'boolean' });
        assert.deepEqual(succeeded(await api.put('/v3/sign_in_settings', before)), before);
        refused(await api.put('/v3/sign_in_settings', { requireSecondFactor: 'yes' }), 'requireSecondFactor', 'invalid_type');
        failed(await api.get('/v3/sign_in_settings', { token: await narrowToken(api, 'users.read') }), 403, 'forbidden');
      },
    ),
    check(
      'PUT, GET and DELETE /identity_provider: the client secret is never shown; another issuer needs it again',
      async (api) => {
        const wanted = { issuer: 'https://id.example.com', clientId: 'client', clientSecret: 'a-secret-of-the-client' };
        const saved = await api.put('/v3/identity_provider', wanted);
        hasOnly(succeeded(saved), {
          createdAt: 'timestamp',
          updatedAt: 'timestamp',
          issuer: 'string',
          clientId: 'string',
          allowedEmailDomains: 'array',
          createUsers: 'object | null',
          startUrl: 'string',
          redirectUri: 'string',
        });
        const read = await api.get('/v3/identity_provider');
        assert.ok(!`${saved.text}${read.text}`.includes(wanted.clientSecret));
        const { clientSecret: _, ...without } = wanted;
        succeeded(await api.put('/v3/identity_provider', without));
        refused(
          await api.put('/v3/identity_provider', { ...without, issuer: 'https://evil.example.com' }),
          'clientSecret',
          'required',
        );
        refused(
          await api.put('/v3/identity_provider', { ...wanted, createUsers: { role: 'member' } }),
          'allowedEmailDomains',
          'required',
        );
        refused(await api.put('/v3/identity_provider', { ...wanted, issuer: 'nonsense' }), 'issuer', 'invalid_string');
        assert.equal((await api.del('/v3/identity_provider')).status, 200);
        failed(await api.get('/v3/identity_provider'), 404, 'identity_provider_not_found');
      },
    ),
    check('An authenticator app: after the password the session waits for a code, which works once', async (api) => {
      const user = await hire(api);
      const { secret, recoveryCodes } = await setUp(await signIn(api, user));
      assert.equal(recoveryCodes.length, 10);
      const browser = await signIn(api, user);
      failed(await browser.post('/v3/sessions/current/token'), 403, 'second_factor_required');
      const code = codeOf(secret);
      const { session } = succeeded(await browser.post(SECOND_FACTOR, { code }));
      assert.deepEqual([session.state, session.methods], ['active', ['password', 'totp']]);
      succeeded(await browser.post('/v3/sessions/current/token'), 201);
      failed(await (await signIn(api, user)).post(SECOND_FACTOR, { code }), 403, 'code_refused');
    }),
    check('A recovery code works once; GET /account/factors counts those that are left', async (api) => {
      const user = await hire(api);
      const [recoveryCode] = (await setUp(await signIn(api, user))).recoveryCodes;
      const browser = await signIn(api, user);
      succeeded(await browser.post(SECOND_FACTOR, { recoveryCode }));
      const factors = succeeded(await browser.call('GET', '/v3/account/factors'));
      assert.deepEqual(factors, { hasTotp: true, recoveryCodesLeft: 9, passkeys: [] });
      failed(await (await signIn(api, user)).post(SECOND_FACTOR, { recoveryCode }), 403, 'code_refused');
    }),
    check('Removing a factor and replacing recovery codes need a proof', async (api) => {
      const user = await hire(api);
      const browser = await signIn(api, user);
      await setUp(browser);
      refused(await browser.post('/v3/account/totp/remove', {}), 'proof', 'required');
      failed(await browser.post('/v3/account/totp/remove', { proof: { password: 'a wrong password' } }), 403, 'proof_required');
      const codes = succeeded(await browser.post('/v3/account/recovery_codes', { proof: { password: PASSWORD } }));
      assert.equal(codes.recoveryCodes.length, 10);
      assert.equal((await browser.post('/v3/account/totp/remove', { proof: { password: PASSWORD } })).status, 200);
      assert.deepEqual(succeeded(await browser.call('GET', '/v3/account/factors')), {
        hasTotp: false,
        recoveryCodesLeft: 0,
        passkeys: [],
      });
    }),
    check(
      'Options of passkeys have a new challenge each time, for the site of this server; a false answer is refused',
      async (api) => {
        const browser = await openBrowser(api);
        const first = succeeded(await browser.post('/v3/sessions/passkey/options'));
        const second = succeeded(await browser.post('/v3/sessions/passkey/options'));
        assert.notEqual(first.options.challenge, second.options.challenge);
        assert.equal(first.options.userVerification, 'required');
        const response = {
          id: 'AA',
          rawId: 'AA',
          type: 'public-key',
          response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
        };
        failed(await browser.post('/v3/sessions/passkey', { challenge: first.challenge, response }), 403, 'passkey_refused');
        const own = await signIn(api, await hire(api));
        const { options } = succeeded(await own.post('/v3/account/passkeys/options'));
        assert.equal(options.authenticatorSelection.userVerification, 'required');
        failed(await own.call('PUT', '/v3/account/passkeys/nonsense', { name: 'x' }), 404, 'passkey_not_found');
      },
    ),
    check('GET /oidc/{tenantId}/start of a tenant without a provider is 404', async (api) => {
      for (const tenant of ['nonsense', '01a1dff0-3b5e-7c11-9d0a-5d1f0c8e2b47'])
        failed(await api.get(`/oidc/${tenant}/start`, anonymous), 404, 'identity_provider_not_found');
    }),
  ],
};
