import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenApart } from '../test-kit/given.ts';
import { codeOf, createPage, createPerson, setUpPasskey, setUpTotp } from '../test-kit/page.ts';

const apart = givenApart(); // moves the clock
const MINUTE_MS = 60_000;

/** Starts each test in a new minute: all tests share an address, whose tries are limited. */
async function given() {
  const office = await apart();
  office.clock.advance(MINUTE_MS - (office.clock.now().getTime() % MINUTE_MS));
  return office;
}

const siteOf = (baseUrl: string) => ({ origin: new URL(baseUrl).origin, rpId: new URL(baseUrl).hostname });
const keyOf = ({ body }: { body: { error?: { messageKey: string } } }) => body.error?.messageKey;

async function givenPerson() {
  const base = await given();
  return { ...base, person: await createPerson({ baseUrl: base.baseUrl, token: base.tenant.token }) };
}

test('POST /v3/account/totp and confirm: a confirmed app makes the next sign-in wait for its code, and each code works once', async () => {
  const { person, clock } = await givenPerson();
  const first = await person.signIn();
  assert.equal(first.session.state, 'active');
  const cookieBefore = first.cookie();
  const { secret, recoveryCodes } = await setUpTotp(first, clock.now());
  assert.equal(recoveryCodes.length, 10);
  assert.notEqual(first.cookie(), cookieBefore, 'the cookie of the session before the factor is worth nothing now');
  assert.equal((await first.post('/v3/account/totp')).status, 409);
  const page = await person.signIn();
  assert.equal(page.session.state, 'pending_second_factor');
  assert.equal(keyOf(await page.post('/v3/sessions/current/token')), 'second_factor_required');
  const code = codeOf(secret, clock.now());
  const given = await page.post('/v3/sessions/current/second_factor', { code });
  assert.deepEqual(
    [given.status, given.body.data.session.state, given.body.data.session.methods],
    [200, 'active', ['password', 'totp']],
  );
  assert.equal((await page.post('/v3/sessions/current/token')).status, 201);
  const other = await person.signIn();
  assert.equal(keyOf(await other.post('/v3/sessions/current/second_factor', { code })), 'code_refused', 'a used code');
  assert.equal((await other.post('/v3/sessions/current/second_factor', { code: codeOf(secret, clock.now(), 1) })).status, 200);
});

test('POST /v3/sessions/current/second_factor: of four requests at once with one code, one succeeds', async () => {
  const { person, clock } = await givenPerson();
  const { secret } = await setUpTotp(await person.signIn(), clock.now());
  const pages = await Promise.all(Array.from({ length: 4 }, () => person.signIn()));
  const code = codeOf(secret, clock.now());
  const answers = await Promise.all(pages.map((page) => page.post('/v3/sessions/current/second_factor', { code })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test('a recovery code works once, and replacing them ends the old ones', async () => {
  const { person, clock } = await givenPerson();
  const { recoveryCodes } = await setUpTotp(await person.signIn(), clock.now());
  const [first, second] = recoveryCodes;
  const page = await person.signIn();
  assert.equal((await page.post('/v3/sessions/current/second_factor', { recoveryCode: first?.toUpperCase() })).status, 200);
  assert.equal((await page.get('/v3/account/factors')).body.data.recoveryCodesLeft, 9);
  const again = await person.signIn();
  assert.equal(keyOf(await again.post('/v3/sessions/current/second_factor', { recoveryCode: first })), 'code_refused');
  assert.equal(keyOf(await page.post('/v3/account/recovery_codes', { proof: { password: 'wrong password' } })), 'proof_required');
  const replaced = await page.post('/v3/account/recovery_codes', { proof: { password: person.password } });
  assert.equal(replaced.body.data.recoveryCodes.length, 10);
  assert.equal(keyOf(await again.post('/v3/sessions/current/second_factor', { recoveryCode: second })), 'code_refused');
});

test('wrong codes: five are free, then the account waits longer and longer, also for a right code', async () => {
  const { person, clock } = await givenPerson();
  const { secret } = await setUpTotp(await person.signIn(), clock.now());
  const page = await person.signIn();
  const wrong = () => page.post('/v3/sessions/current/second_factor', { recoveryCode: 'wrong' });
  for (let i = 0; i < 5; i++) assert.equal((await wrong()).status, 403);
  const blocked = await page.post('/v3/sessions/current/second_factor', { code: codeOf(secret, clock.now()) });
  assert.deepEqual([blocked.status, blocked.headers.get('retry-after')], [429, '60']);
  clock.advance(61_000);
  assert.equal((await wrong()).status, 403);
  assert.equal((await wrong()).headers.get('retry-after'), '120');
  clock.advance(121_000);
  assert.equal((await page.post('/v3/sessions/current/second_factor', { code: codeOf(secret, clock.now()) })).status, 200);
});

test('a session without the second factor can neither read nor change factors', async () => {
  const { person, clock } = await givenPerson();
  await setUpTotp(await person.signIn(), clock.now());
  const page = await person.signIn();
  const proof = { password: person.password };
  for (const [path, body] of [
    ['/v3/account/totp', { proof }],
    ['/v3/account/totp/confirm', { code: '000000' }],
    ['/v3/account/totp/remove', { proof }],
    ['/v3/account/recovery_codes', { proof }],
    ['/v3/account/passkeys/options', { proof }],
  ] as const)
    assert.equal(keyOf(await page.post(path, body)), 'second_factor_required', path);
  assert.equal(keyOf(await page.get('/v3/account/factors')), 'second_factor_required');
});

test('changes of factors: a session of more than ten minutes needs a proof to add one, every session to remove one', async () => {
  const { person, clock } = await givenPerson();
  const page = await person.signIn();
  clock.advance(11 * 60_000);
  assert.equal(keyOf(await page.post('/v3/account/totp')), 'proof_required');
  assert.equal(keyOf(await page.post('/v3/account/passkeys/options')), 'proof_required');
  const begun = await page.post('/v3/account/totp', { proof: { password: person.password } });
  assert.equal(begun.status, 200);
  const { secret } = begun.body.data;
  assert.equal((await page.post('/v3/account/totp/confirm', { code: codeOf(secret, clock.now()) })).status, 200);
  assert.equal((await page.post('/v3/account/totp/remove', {})).status, 400);
  assert.equal((await page.post('/v3/account/totp/remove', { proof: { code: codeOf(secret, clock.now(), 1) } })).status, 200);
  assert.equal((await person.signIn()).session.state, 'active');
});

test('passkeys: register, sign in with both factors at once, rename, remove', async () => {
  const { person, baseUrl } = await givenPerson();
  const page = await person.signIn();
  const { authenticator, passkey, recoveryCodes } = await setUpPasskey(page, siteOf(baseUrl));
  assert.deepEqual([passkey.name, passkey.lastUsedAt, recoveryCodes.length], ['Laptop', null, 10]);
  assert.equal((await person.signIn()).session.state, 'pending_second_factor', 'the password alone is no longer enough');
  const stranger = createPage(baseUrl);
  const { options, challenge } = (await stranger.post('/v3/sessions/passkey/options')).body.data;
  const entered = await stranger.post('/v3/sessions/passkey', { challenge, response: authenticator.signIn(options) });
  assert.deepEqual([entered.status, entered.body.data.session.methods], [201, ['passkey']]);
  assert.equal((await stranger.post('/v3/sessions/current/token')).status, 201);
  const renamed = await stranger.put(`/v3/account/passkeys/${passkey.id}`, { name: 'Phone' });
  assert.equal(renamed.body.data.name, 'Phone');
  assert.equal((await stranger.put('/v3/account/passkeys/none', { name: 'x' })).status, 404);
  const [listed] = (await stranger.get('/v3/account/factors')).body.data.passkeys;
  assert.equal(listed.name, 'Phone');
  assert.notEqual(listed.lastUsedAt, null);
  const removed = await stranger.post(`/v3/account/passkeys/${passkey.id}/remove`, { proof: { password: person.password } });
  assert.deepEqual(removed.body.data, { deletedIds: [passkey.id], notFoundIds: [] });
  assert.deepEqual((await stranger.get('/v3/account/factors')).body.data, { hasTotp: false, recoveryCodesLeft: 0, passkeys: [] });
});

test('a passkey is the second factor after a password, but only one of this account', async () => {
  const { person, baseUrl, tenant } = await givenPerson();
  const { authenticator } = await setUpPasskey(await person.signIn(), siteOf(baseUrl));
  const eve = await createPerson({ baseUrl, token: tenant.token });
  const { authenticator: evesKey } = await setUpPasskey(await eve.signIn(), siteOf(baseUrl));
  const page = await person.signIn();
  const answer = async (key: typeof authenticator) => {
    const { options, challenge } = (await page.post('/v3/sessions/passkey/options')).body.data;
    return page.post('/v3/sessions/current/second_factor', { passkey: { challenge, response: key.signIn(options) } });
  };
  assert.equal(keyOf(await answer(evesKey)), 'passkey_refused');
  const given = await answer(authenticator);
  assert.deepEqual(given.body.data.session.methods, ['password', 'passkey']);
});

test('PUT /v3/sign_in_settings: a tenant that requires a second factor gives no token before; the person sets one up and gets it', async () => {
  const { person, put, get, clock } = await givenPerson();
  assert.equal((await get('/v3/sign_in_settings')).body.data.requireSecondFactor, false);
  const page = await person.signIn();
  assert.equal((await page.post('/v3/sessions/current/token')).status, 201);
  assert.equal((await put('/v3/sign_in_settings', { requireSecondFactor: true })).status, 200);
  assert.equal(keyOf(await page.post('/v3/sessions/current/token')), 'second_factor_required');
  await setUpTotp(page, clock.now());
  assert.equal((await page.post('/v3/sessions/current/token')).status, 201);
  await put('/v3/sign_in_settings', { requireSecondFactor: false });
});

test('sign-ins and changes of factors are in the audit log of the tenant', async () => {
  const { person, post, clock } = await givenPerson();
  await setUpTotp(await person.signIn(), clock.now());
  const page = await person.signIn();
  await page.post('/v3/sessions/current/second_factor', { recoveryCode: 'wrong' });
  const entries = (await post('/v3/audit_log/search', { pagination: { limit: 100 } })).body.data;
  const operations = entries.map(({ operationId }: { operationId: string }) => operationId);
  assert.ok(operations.includes('confirmTotp'));
  const refused = entries.filter(({ changes }: { changes: { to: unknown }[] }) => changes.some(({ to }) => to === 'refused'));
  assert.equal(refused.length, 1);
});
