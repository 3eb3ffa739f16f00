import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenApart } from '../test-kit/given.ts';
import { startMailSink } from '../test-kit/mail-sink.ts';
import { asBrowser, cookieOf, hire, PASSWORD, signIn, tokenOf, userToken } from '../test-kit/person.ts';
import { admin } from '../test-kit/server-process.ts';
import { until } from '../test-kit/until.ts';

const apart = givenApart();
const MINUTE_MS = 60_000;

/** Starts each test in a new minute: all tests share an address, whose tries are limited. */
async function given(settings?: Record<string, string>) {
  const office = await apart(settings);
  office.clock.advance(MINUTE_MS - (office.clock.now().getTime() % MINUTE_MS));
  return office;
}

const TRUSTED_FOR_MS = 3_001;
const DAY_MS = 24 * 60 * 60 * 1000;

test('POST /v3/sessions 201: sets a cookie that scripts and other hosts cannot touch, and lists the tenants', async () => {
  const office = await given();
  const person = await hire(office, { role: 'manager' });
  const reply = await office.call('POST', '/v3/sessions', undefined, { email: person.email.toUpperCase(), password: PASSWORD });
  assert.equal(reply.status, 201, reply.text);
  const cookie = reply.headers.get('set-cookie') ?? '';
  assert.match(cookie, /^__Host-patchbay_session=[\w-]{64}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const { session, account, tenants } = reply.body.data;
  assert.deepEqual([session.state, session.methods, session.isCurrent], ['active', ['password'], true]);
  assert.equal(account.email, person.email);
  assert.deepEqual(tenants[0].id, office.tenant.id);
  assert.deepEqual(tenants[0].user, { id: person.userId, name: 'Ada', role: 'manager' });
  assert.ok(!reply.text.includes('argon2'));
});

test('POST /v3/sessions 401: a wrong password and an unknown address get the same answer', async () => {
  const office = await given();
  const person = await hire(office);
  const wrong = await office.call('POST', '/v3/sessions', undefined, { email: person.email, password: 'not the password' });
  const unknown = await office.call('POST', '/v3/sessions', undefined, {
    email: 'nobody@example.com',
    password: 'not the password',
  });
  assert.deepEqual([wrong.status, wrong.text], [401, unknown.text]);
  assert.equal(wrong.body.error.messageKey, 'sign_in_failed');
  assert.equal(cookieOf(wrong), undefined);
});

test('POST /v3/sessions 429: the eleventh try for one address within a minute is refused, with and without an account', async () => {
  const office = await given();
  const person = await hire(office);
  for (const email of [person.email, 'nobody.at.all@example.com']) {
    const tries = Array.from({ length: 11 }, () => office.call('POST', '/v3/sessions', undefined, { email, password: 'wrong' }));
    const replies = await Promise.all(tries);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(10).fill(401), 429]);
    assert.equal(replies.find(({ status }) => status === 429)?.headers.get('retry-after'), '60');
  }
});

test('POST /v3/sessions/current/token 201: a user token of ten minutes acts as the user; the cookie itself is no credential', async () => {
  const office = await given();
  const cookie = await signIn(office, await hire(office, { role: 'member' }));
  const token = await userToken(office, cookie);
  const [, claims = ''] = token.split('.');
  const { exp, iat, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.equal(exp - iat, 600);
  assert.match(sub, /^user:/);
  assert.equal((await office.get('/v3/usage', token)).status, 200);
  assert.equal((await office.call('POST', '/v3/users', token, { name: 'x', email: 'x@example.com' })).status, 403, 'a member');
  const browser = asBrowser(cookie, office.baseUrl);
  assert.equal((await office.call('GET', '/v3/usage', undefined, undefined, browser)).status, 401);
  assert.equal((await office.call('POST', '/v3/labels', undefined, { name: 'x' }, browser)).status, 401);
  office.clock.advance(601_000);
  assert.equal((await office.get('/v3/usage', token)).status, 401);
});

test('POST /v3/sessions/current/token 403: only the Origin of the server may use the cookie', async () => {
  const office = await given();
  const cookie = await signIn(office, await hire(office));
  const { origin: _, ...without } = asBrowser(cookie, '');
  const ask = (headers: Record<string, string>) => office.call('POST', '/v3/sessions/current/token', undefined, {}, headers);
  for (const origin of ['https://evil.example', 'null', `${office.baseUrl}.evil.example`, 'http://127.0.0.1'])
    assert.equal((await ask({ ...without, origin })).status, 403, origin);
  assert.equal((await ask(without)).status, 403, 'no Origin');
  assert.equal((await ask({ ...without, origin: office.baseUrl })).status, 201);
  assert.equal((await ask({ origin: office.baseUrl })).status, 401, 'no cookie');
});

test('POST /v3/sessions/current/token: a person in two tenants chooses one, and cannot choose a third', async () => {
  const office = await given();
  const other = { ...office, tenant: office.otherTenant };
  const person = await hire(office);
  const made = await office.call('POST', '/v3/users', other.tenant.token, { name: 'Ada', email: person.email });
  const invited = await office.call('POST', `/v3/users/${made.body.data.id}/invitation`, other.tenant.token);
  const token = tokenOf(invited.body.data.url);
  const accept = (password: string) => office.call('POST', '/v3/invitations/accept', undefined, { token, password });
  assert.equal((await accept('another password, by whoever invited')).status, 401, 'the account keeps its password');
  assert.equal((await accept(PASSWORD)).status, 200);
  const cookie = await signIn(office, person);
  const ask = (body: object) =>
    office.call('POST', '/v3/sessions/current/token', undefined, body, asBrowser(cookie, office.baseUrl));
  assert.equal((await ask({})).body.error.invalidParams.tenantId.key, 'required');
  assert.equal((await ask({ tenantId: other.tenant.id })).body.data.tenantId, other.tenant.id);
  assert.equal((await ask({})).body.data.tenantId, other.tenant.id, 'the latest one');
  const third = await given();
  assert.equal((await ask({ tenantId: third.tenant.id })).status, 403);
  const { tenants } = (await office.call('GET', '/v3/sessions/current', undefined, undefined, asBrowser(cookie, ''))).body.data;
  assert.deepEqual(new Set(tenants.map(({ id }: { id: string }) => id)), new Set([office.tenant.id, other.tenant.id]));
});

test('GET and DELETE /v3/sessions: a person sees and ends own sessions only; an ended one is refused at once', async () => {
  const office = await given();
  const [ada, eve] = [await hire(office), await hire(office)];
  const [first, second, eves] = [await signIn(office, ada), await signIn(office, ada), await signIn(office, eve)];
  const browser = (cookie: string) => asBrowser(cookie, office.baseUrl);
  const list = async (cookie: string) =>
    (await office.call('GET', '/v3/sessions', undefined, undefined, browser(cookie))).body.data;
  const mine = await list(first);
  assert.equal(mine.length, 2);
  const other = mine.find((one: { isCurrent: boolean }) => !one.isCurrent);
  const foreign = await office.call('DELETE', `/v3/sessions/${other.id}`, undefined, undefined, browser(eves));
  assert.deepEqual(foreign.body.data, { deletedIds: [], notFoundIds: [other.id] });
  const token = await userToken(office, second);
  const ended = await office.call('DELETE', `/v3/sessions/${other.id}`, undefined, undefined, browser(first));
  assert.deepEqual(ended.body.data.deletedIds, [other.id]);
  assert.equal((await office.call('GET', '/v3/sessions', undefined, undefined, browser(second))).status, 401);
  office.clock.advance(TRUSTED_FOR_MS);
  assert.equal((await office.get('/v3/me', token)).status, 401, 'its user token ended with it');
  const out = await office.call('DELETE', '/v3/sessions/current', undefined, undefined, browser(first));
  assert.deepEqual([out.status, cookieOf(out)], [200, '']);
  assert.equal((await list(eves)).length, 1);
});

test('a session ends after 30 days without use, and each user token renews it', async () => {
  const office = await given({}); // a server of its own: partitions exist for the next 28 days only
  const person = await hire(office);
  const [used, idle] = [await signIn(office, person), await signIn(office, person)];
  office.clock.advance(20 * DAY_MS);
  await userToken(office, used);
  office.clock.advance(11 * DAY_MS);
  await userToken(office, used);
  const reply = await office.call('GET', '/v3/sessions/current', undefined, undefined, asBrowser(idle, office.baseUrl));
  assert.equal(reply.status, 401);
});

test('a user who is disabled or deleted is out within the time of the token cache', async () => {
  const office = await given();
  await hire(office); // another admin
  for (const remove of [
    (id: string) => office.put(`/v3/users/${id}`, { status: 'disabled' }),
    (id: string) => office.del(`/v3/users/${id}`),
  ]) {
    const person = await hire(office);
    const cookie = await signIn(office, person);
    const token = await userToken(office, cookie);
    assert.equal((await office.get('/v3/me', token)).status, 200);
    assert.equal((await remove(person.userId)).status, 200);
    office.clock.advance(TRUSTED_FOR_MS);
    assert.equal((await office.get('/v3/me', token)).status, 401);
    const again = await office.call('POST', '/v3/sessions/current/token', undefined, {}, asBrowser(cookie, office.baseUrl));
    assert.equal(again.status, 403);
  }
});

test('PUT /v3/me: a new password needs the current one, ends all other sessions and is in the audit log without its value', async () => {
  const office = await given();
  const person = await hire(office);
  const [here, there] = [await signIn(office, person), await signIn(office, person)];
  const [token, otherToken] = [await userToken(office, here), await userToken(office, there)];
  const put = (body: object, requestId = 'none') => office.call('PUT', '/v3/me', token, body, { 'x-request-id': requestId });
  const password = 'a completely new password';
  assert.equal((await put({ password, currentPassword: 'wrong password' })).status, 400);
  assert.equal((await put({ password })).status, 400);
  assert.equal((await put({ password: 'short', currentPassword: PASSWORD })).body.error.invalidParams.password.key, 'too_small');
  const changed = await put({ name: 'Ada L.', password, currentPassword: PASSWORD }, 'change-of-password');
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.body.data.user.name, changed.body.data.account.name], ['Ada L.', 'Ada L.']);
  office.clock.advance(TRUSTED_FOR_MS);
  assert.equal((await office.get('/v3/me', token)).status, 200);
  assert.equal((await office.get('/v3/me', otherToken)).status, 401);
  assert.equal((await office.call('GET', '/v3/sessions', undefined, undefined, asBrowser(there, ''))).status, 401);
  assert.equal((await office.call('POST', '/v3/sessions', undefined, { email: person.email, password: PASSWORD })).status, 401);
  await signIn(office, { ...person, password });
  const log = await office.post('/v3/audit_log/search', { query: 'eq(requestId,"change-of-password")' });
  assert.equal(log.body.data.length, 1, log.text);
  assert.ok(!log.text.includes(password) && !log.text.includes('argon2'), log.text);
  assert.match(log.text, /passwordChangedAt/);
});

test('GET /v3/me 403 without a user; PUT /v3/me 403 with an access token of a user', async () => {
  const office = await given();
  assert.equal((await office.get('/v3/me')).body.error.messageKey, 'user_required');
  const { userId } = await hire(office);
  const made = await office.post('/v3/access_tokens', { name: 'bot', scopes: ['labels.read'], userId });
  const token = made.body.data.accessToken;
  const me = await office.get('/v3/me', token);
  assert.deepEqual([me.body.data.user.id, me.body.data.sessionId, me.body.data.scopes], [userId, null, ['labels.read']]);
  assert.equal((await office.call('PUT', '/v3/me', token, { name: 'Bot' })).body.error.messageKey, 'user_required');
});

test('sign-ins, refused sign-ins and ends of sessions are in the audit log of every tenant of the person', async () => {
  const office = await given();
  const person = await hire(office);
  await office.call('POST', '/v3/sessions', undefined, { email: person.email, password: 'wrong' }, { 'x-request-id': 'refused' });
  const cookie = await signIn(office, person);
  await office.call('DELETE', '/v3/sessions/current', undefined, undefined, asBrowser(cookie, office.baseUrl));
  const entries = async () =>
    (await office.post('/v3/audit_log/search', { query: `eq(userId,"${person.userId}")` })).body.data as {
      operationId: string;
      requestId: string;
      changes: { to: unknown }[];
    }[];
  await until(async () => (await entries()).length >= 4); // the refused one is written after its answer
  const found = await entries();
  assert.deepEqual(found.map(({ operationId }) => operationId).sort(), [
    'acceptInvitation',
    'createSession',
    'createSession',
    'deleteCurrentSession',
  ]);
  assert.equal(found.find(({ requestId }) => requestId === 'refused')?.changes[0]?.to, 'refused');
});

test('people and programs of a tenant have separate request limits', async () => {
  const office = await given();
  const person = await hire(office);
  const token = await userToken(office, await signIn(office, person));
  const [mine, programs] = [await office.get('/v3/me', token), await office.get('/v3/usage')];
  assert.equal(mine.headers.get('x-ratelimit-limit'), '600');
  assert.equal(programs.headers.get('x-ratelimit-limit'), '1000000');
  const before = Number(mine.headers.get('x-ratelimit-remaining'));
  await office.get('/v3/usage');
  assert.equal(Number((await office.get('/v3/me', token)).headers.get('x-ratelimit-remaining')), before - 1);
});

test('GET /v3/files/:id/content: the session cookie is accepted there, for own pages only', async () => {
  const office = await given();
  const form = new FormData();
  form.set('file', new Blob(['hello']), 'hello.txt');
  const upload = await fetch(`${office.baseUrl}/v3/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${office.tenant.token}` },
    body: form,
  });
  const { id } = ((await upload.json()) as { data: { id: string } }).data;
  const cookie = await signIn(office, await hire(office, { role: 'member' }));
  const { cookie: header = '' } = asBrowser(cookie, '');
  const read = (headers: Record<string, string>, path = `/v3/files/${id}/content`) =>
    office.call('GET', path, undefined, undefined, headers);
  assert.equal((await read({ cookie: header })).status, 401, 'no tenant chosen yet');
  await userToken(office, cookie);
  assert.equal((await read({ cookie: header })).text, 'hello');
  assert.equal((await read({ cookie: header, 'sec-fetch-site': 'same-origin' })).status, 200);
  for (const site of ['cross-site', 'same-site'])
    assert.equal((await read({ cookie: header, 'sec-fetch-site': site })).status, 401);
  assert.equal((await read({ cookie: header }, `/v3/files/${id}`)).status, 401);
  assert.equal((await read({ cookie: header }, `/v3/files/${id}/public_url`)).status, 401);
  const stranger = { ...office, tenant: office.otherTenant };
  const others = await signIn(office, await hire(stranger));
  await userToken(office, others);
  assert.equal((await read({ cookie: asBrowser(others, '').cookie ?? '' })).status, 404, 'a file of another tenant');
});

test('POST /v3/invitations/accept 404: a link works once, and not after a newer one', async () => {
  const office = await given();
  const made = await office.post('/v3/users', { name: 'Grace', email: 'grace.invited@example.com' });
  const invite = async () => tokenOf((await office.post(`/v3/users/${made.body.data.id}/invitation`)).body.data.url);
  const [old, token] = [await invite(), await invite()];
  const accept = (token: string) => office.call('POST', '/v3/invitations/accept', undefined, { token, password: PASSWORD });
  assert.equal((await accept(old)).body.error.messageKey, 'invitation_not_found');
  assert.equal((await accept('nonsense')).status, 404);
  const replies = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal((await accept(token)).status, 404);
  assert.equal((await office.post(`/v3/users/${made.body.data.id}/invitation`)).status, 409);
});

test('admin tenant create --owner prints a link by which the first admin signs in', async () => {
  const office = await given({ LOG_LEVEL: 'silent' }); // of its own: the command uses the real time
  const { DATABASE_URL, NATS_PREFIX, REDIS_PREFIX } = office.app.config;
  const env = { DATABASE_URL, NATS_PREFIX, REDIS_PREFIX, PUBLIC_URL: office.baseUrl };
  const email = 'First.Owner@example.com';
  const made = await admin(env, 'tenant', 'create', '--name', 'Acme', '--plan', 'pro', '--owner', email, '--json');
  assert.ok(made.invitationUrl.startsWith(`${office.baseUrl}/console/invitation#token=`), made.invitationUrl);
  const body = { token: tokenOf(made.invitationUrl), password: PASSWORD, name: 'Ada' };
  const accepted = await office.call('POST', '/v3/invitations/accept', undefined, body);
  assert.deepEqual(accepted.body.data, { email: email.toLowerCase(), tenant: { id: made.tenantId, name: 'Acme' } });
  const me = await office.get('/v3/me', await userToken(office, await signIn(office, { email, password: PASSWORD })));
  assert.deepEqual([me.body.data.user.role, me.body.data.account.name, me.body.data.tenant.id], ['admin', 'Ada', made.tenantId]);
});

test('POST /v3/password_resets: the mailed link sets a new password once and ends all sessions; unknown addresses get no mail', async () => {
  const sink = await startMailSink();
  after(sink.close);
  const office = await given({ SMTP_URL: sink.url });
  const person = await hire(office);
  const cookie = await signIn(office, person);
  const ask = (email: string) => office.call('POST', '/v3/password_resets', undefined, { email });
  const [known, unknown] = [await ask(person.email), await ask('nobody.here@example.com')];
  assert.deepEqual([known.status, known.text], [200, unknown.text]);
  const token = await sink.tokenFor(person.email, 'password-reset');
  assert.equal(sink.mailsTo('nobody.here@example.com'), 0);
  const password = 'another long password';
  const confirm = () => office.call('POST', '/v3/password_resets/confirm', undefined, { token, password });
  const replies = await Promise.all([confirm(), confirm(), confirm()]);
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal((await confirm()).body.error.messageKey, 'password_reset_not_found');
  const current = await office.call('GET', '/v3/sessions/current', undefined, undefined, asBrowser(cookie, office.baseUrl));
  assert.equal(current.status, 401);
  assert.equal((await office.call('POST', '/v3/sessions', undefined, { email: person.email, password: PASSWORD })).status, 401);
  await signIn(office, { email: person.email, password });
});
