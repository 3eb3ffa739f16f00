import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { startLyingIssuer } from '../test-kit/lying-issuer.ts';
import { CLIENT, type Person, startOidcProvider } from '../test-kit/oidc-provider.ts';
import { createPage, createPerson } from '../test-kit/page.ts';

const errorOf = (text: string): { messageKey: string; message: string } => JSON.parse(text).error;

type Given = Awaited<ReturnType<typeof given>>;

const ada: Person = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada' };

async function givenProvider(more: object = {}) {
  const base = await given();
  const redirectUri = `${base.baseUrl}/oidc/${base.tenant.id}/callback`;
  const provider = await startOidcProvider([redirectUri]);
  after(provider.close);
  const saved = await base.put('/v3/identity_provider', { issuer: provider.issuer, ...CLIENT, ...more });
  assert.equal(saved.status, 200, saved.text);
  return { ...base, provider, redirectUri };
}

/** Signs in at the provider as a browser does. */
async function signIn({ baseUrl, tenant }: Pick<Given, 'baseUrl' | 'tenant'>, returnTo = '/inbox') {
  const page = createPage(baseUrl);
  const start = `${baseUrl}/oidc/${tenant.id}/start?returnTo=${encodeURIComponent(returnTo)}`;
  const isBack = (url: string) => url.startsWith(baseUrl) && !url.includes('/oidc/');
  const { url, response } = await page.browser.follow(start, isBack);
  return { page, url, response };
}

test('PUT, GET, DELETE /v3/identity_provider: the secret enters and never leaves; another issuer needs it again', async () => {
  const { put, get, del, post, tenant, baseUrl } = await given();
  assert.equal((await get('/v3/identity_provider')).body.error.messageKey, 'identity_provider_not_found');
  const wanted = {
    issuer: 'https://id.example.com',
    clientId: 'client',
    clientSecret: 'very-secret-value',
    allowedEmailDomains: ['Example.com'],
  };
  const saved = await put('/v3/identity_provider', wanted);
  assert.deepEqual(saved.body.data.allowedEmailDomains, ['example.com']);
  assert.equal(saved.body.data.redirectUri, `${baseUrl}/oidc/${tenant.id}/callback`);
  const { clientSecret: _, ...without } = wanted;
  assert.equal((await put('/v3/identity_provider', { ...without, createUsers: { role: 'member' } })).status, 200);
  const moved = await put('/v3/identity_provider', { ...without, issuer: 'https://evil.example.com' });
  assert.equal(moved.body.error.invalidParams.clientSecret.key, 'required');
  const open = await put('/v3/identity_provider', { ...wanted, allowedEmailDomains: [], createUsers: { role: 'member' } });
  assert.equal(open.body.error.invalidParams.allowedEmailDomains.key, 'required');
  assert.equal((await put('/v3/identity_provider', { ...wanted, createUsers: { role: 'admin' } })).status, 400);
  for (const { text } of [saved, await get('/v3/identity_provider'), await post('/v3/audit_log/search', {})])
    assert.ok(!text.includes('very-secret-value'));
  assert.equal((await del('/v3/identity_provider')).status, 200);
  assert.equal((await get('/v3/identity_provider')).status, 404);
});

test('GET /oidc/{tenantId}/start: a user signs in with the provider, and the session works in this tenant only', async () => {
  const base = await givenProvider();
  const { id: userId } = (await base.post('/v3/users', { name: 'Ada', email: ada.email })).body.data;
  base.provider.signInAs(ada);
  const { page, url } = await signIn(base);
  assert.equal(url, `${base.baseUrl}/inbox`);
  const { session, tenants } = (await page.get('/v3/sessions/current')).body.data;
  assert.deepEqual([session.state, session.methods], ['active', ['oidc']]);
  assert.deepEqual(
    tenants.map(({ id, user }: { id: string; user: { id: string } }) => [id, user.id]),
    [[base.tenant.id, userId]],
  );
  const token = await page.post('/v3/sessions/current/token');
  assert.deepEqual([token.status, token.body.data.userId], [201, userId]);
  const me = await base.call('GET', '/v3/me', token.body.data.accessToken);
  assert.equal(me.body.data.user.email, ada.email);
  const again = await signIn(base);
  assert.equal((await again.page.post('/v3/sessions/current/token')).body.data.userId, userId, 'the linked user');
});

test('a session of an identity provider cannot change the account', async () => {
  const base = await givenProvider();
  const person = await createPerson({ baseUrl: base.baseUrl, token: base.tenant.token });
  base.provider.signInAs({ ...ada, sub: 'p', email: person.email });
  const { page } = await signIn(base);
  for (const path of ['/v3/account/totp', '/v3/account/passkeys/options'])
    assert.equal((await page.post(path, { proof: { password: person.password } })).body.error.messageKey, 'forbidden');
  assert.equal((await page.get('/v3/account/factors')).status, 403);
  const { accessToken } = (await page.post('/v3/sessions/current/token')).body.data;
  const body = { password: 'another long password', currentPassword: person.password };
  assert.equal((await base.call('PUT', '/v3/me', accessToken, body)).status, 403);
  await person.signIn(); // the password is as before
});

test('createUsers: people of the listed domains become users with the role; others are refused', async () => {
  const base = await givenProvider({ allowedEmailDomains: ['example.com'], createUsers: { role: 'manager' } });
  base.provider.signInAs({ ...ada, sub: 'new-1', email: 'new@example.com', name: 'New' });
  const { page } = await signIn(base);
  const [user] = (await base.post('/v3/users/search', { query: 'eq(email,"new@example.com")' })).body.data;
  assert.deepEqual([user.name, user.role], ['New', 'manager']);
  assert.equal((await page.post('/v3/sessions/current/token')).status, 201);
  base.provider.signInAs({ ...ada, sub: 'other', email: 'new@other.test' });
  const refused = await signIn(base);
  assert.equal(errorOf(await refused.response.text()).messageKey, 'oidc_refused');
});

test('an invitation replaces the account that the provider made', async () => {
  const base = await givenProvider();
  const { id: userId } = (await base.post('/v3/users', { name: 'Ada', email: 'ada.invited@example.com' })).body.data;
  base.provider.signInAs({ ...ada, sub: 'invited', email: 'ada.invited@example.com' });
  await signIn(base);
  const invited = await base.post(`/v3/users/${userId}/invitation`);
  assert.equal(invited.status, 201, invited.text);
  const token = new URL(invited.body.data.url).hash.replace('#token=', '');
  const page = createPage(base.baseUrl);
  assert.equal((await page.post('/v3/invitations/accept', { token, password: 'a long enough password' })).status, 200);
  const entered = await page.post('/v3/sessions', { email: 'ada.invited@example.com', password: 'a long enough password' });
  assert.equal(entered.status, 201);
  assert.equal((await signIn(base)).url, `${base.baseUrl}/inbox`, 'the provider still works');
});

test('returnTo leads to a page of this server only', async () => {
  const base = await givenProvider();
  await base.post('/v3/users', { name: 'Ada', email: ada.email });
  base.provider.signInAs(ada);
  for (const evil of ['https://evil.example/', '//evil.example/', '/\\evil.example/', '\\\\evil.example', 'javascript:alert(1)'])
    assert.equal(new URL((await signIn(base, evil)).url).origin, new URL(base.baseUrl).origin, evil);
});

test('an error leads a browser back to the sign-in page of the console, and is the answer for programs', async () => {
  const { baseUrl } = await given();
  const url = `${baseUrl}/oidc/019a8d3e-0000-7000-8000-000000000001/start`;
  const page = await fetch(url, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
  assert.equal(page.status, 303);
  assert.match(page.headers.get('location') ?? '', /\/console\/signin\?error=identity_provider_not_found&requestId=[\w-]+$/);
  assert.equal((await fetch(url)).status, 404);
});

test('a provider that cannot be reached, lies about its issuer or sends too much is refused with the reason', async () => {
  const base = await given();
  const issuer = await startLyingIssuer();
  after(issuer.close);
  await base.put('/v3/identity_provider', { issuer: issuer.issuer, ...CLIENT });
  const messageOf = async () => errorOf(await (await signIn(base)).response.text());
  issuer.say({}, { metadata: (honest) => ({ ...honest, issuer: 'https://other.example' }) });
  assert.equal((await messageOf()).messageKey, 'oidc_refused');
  issuer.say({}, { answerBytes: 200_000 });
  assert.match((await messageOf()).message, /more than 131072/);
  await base.put('/v3/identity_provider', { issuer: 'http://127.0.0.1:1', ...CLIENT });
  assert.match((await messageOf()).message, /No connection/);
});
