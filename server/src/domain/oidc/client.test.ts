import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createProviderHttp } from '../../platform/provider-http.ts';
import { type Lies, startLyingIssuer } from '../../test-kit/lying-issuer.ts';
import { authorizationUrl, claimsOf, newAttempt } from './client.ts';

const http = createProviderHttp({ allowPrivate: true, allowHttp: true });
const issuer = await startLyingIssuer();
after(async () => {
  await issuer.close();
  await http.close();
});

const deps = { http, allowHttp: true };
const credentials = { issuer: issuer.issuer, clientId: 'client', clientSecret: 'secret' };
const REDIRECT = 'https://patchbay.example/callback';
const now = () => Math.floor(Date.now() / 1000);

/** Goes through a sign-in as a browser does. Returns the claims. */
async function signIn(lies: Lies) {
  issuer.say({ sub: 's', email: 'ada@example.com', email_verified: true }, lies);
  const attempt = newAttempt();
  const url = await authorizationUrl(deps, credentials, REDIRECT, attempt);
  const { headers } = await fetch(url, { redirect: 'manual' });
  return claimsOf(deps, credentials, new URL(headers.get('location') ?? ''), attempt);
}

test('an honest provider gives the claims, and gets PKCE, state and nonce', async () => {
  assert.equal((await signIn({})).email, 'ada@example.com');
  assert.match(issuer.exchanges.at(-1)?.get('code_verifier') ?? '', /^[\w-]{43,}$/);
});

const lies: Record<string, Lies> = {
  'another nonce': { claims: (honest) => ({ ...honest, nonce: 'other' }) },
  'no nonce': { claims: ({ nonce: _nonce, ...rest }) => rest },
  'another audience': { claims: (honest) => ({ ...honest, aud: 'somebody-else' }) },
  'another issuer': { claims: (honest) => ({ ...honest, iss: 'https://accounts.google.com' }) },
  'an expired token': { claims: (honest) => ({ ...honest, iat: now() - 7_200, exp: now() - 3_600 }) },
  'no expiry': { claims: ({ exp: _exp, ...rest }) => rest },
  'no subject': { claims: ({ sub: _sub, ...rest }) => rest },
  'another key': { hasOtherKey: true },
  'no signature': { isUnsigned: true },
  'another state': { redirect: (query) => query.set('state', 'other') },
  'no state': { redirect: (query) => query.delete('state') },
  'two states': { redirect: (query) => query.append('state', 'other') },
  'an error': { redirect: (query) => query.set('error', 'access_denied') },
  'the issuer of another provider in the callback': { redirect: (query) => query.set('iss', 'https://accounts.google.com') },
  'another issuer in its configuration': { metadata: (honest) => ({ ...honest, issuer: 'https://accounts.google.com' }) },
};

for (const [name, lie] of Object.entries(lies))
  test(`a provider that sends ${name} is refused`, async () => {
    await assert.rejects(signIn(lie), { name: 'Failure', key: 'oidc_refused' });
  });

test('a provider at a private address is not called', async () => {
  const guarded = createProviderHttp({ allowPrivate: false, allowHttp: true });
  after(guarded.close);
  const begin = authorizationUrl({ http: guarded, allowHttp: true }, credentials, REDIRECT, newAttempt());
  await assert.rejects(begin, /not public|public/);
});

test('endpoints of the configuration at a private address are not called either', async () => {
  const asked: string[] = [];
  const spying = {
    request: (wanted: Parameters<typeof http.request>[0]) => {
      asked.push(wanted.url);
      return http.request(wanted);
    },
  };
  issuer.say({ sub: 's' }, { metadata: (honest) => ({ ...honest, token_endpoint: 'http://10.0.0.1/token' }) });
  const attempt = newAttempt();
  const refusing = {
    request: async (wanted: Parameters<typeof http.request>[0]) =>
      wanted.url.startsWith('http://10.')
        ? { kind: 'failed' as const, reached: false, message: 'not public' }
        : spying.request(wanted),
  };
  const callback = new URL(`${REDIRECT}?code=1&state=${attempt.state}`);
  await assert.rejects(claimsOf({ http: refusing, allowHttp: true }, credentials, callback, attempt), /not public/);
  assert.ok(asked.every((url) => url.startsWith(issuer.issuer)));
});
