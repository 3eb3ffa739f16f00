import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthenticator, type Twist } from '../../test-kit/authenticator.ts';
import { assertionOptions, checkAssertion, checkRegistration, registrationOptions } from './ceremonies.ts';

const site = { id: 'example.com', name: 'Patchbay', origins: ['https://console.example.com'] };
const browser = { origin: 'https://console.example.com', rpId: 'example.com' };
const person = { accountId: '01a1dff0-3b5e-7c11-9d0a-5d1f0c8e2b47', email: 'ada@example.com' };

async function registered() {
  const authenticator = createAuthenticator(browser);
  const options = await registrationOptions(site, person, []);
  return { authenticator, passkey: await checkRegistration(site, options.challenge, authenticator.register(options) as never) };
}

const isRefused = (work: Promise<unknown>) => assert.rejects(work, { name: 'Failure', key: 'passkey_refused' });

test('a passkey is registered and signs in; its counter moves on', async () => {
  const { authenticator, passkey } = await registered();
  assert.equal(passkey.id, authenticator.id);
  const options = await assertionOptions(site);
  const counter = await checkAssertion(site, options.challenge, authenticator.signIn(options) as never, passkey);
  assert.ok(counter > passkey.counter);
});

const wrong: Record<string, Twist> = {
  'another origin': { origin: 'https://console.example.com.evil.test' },
  'plain http': { origin: 'http://console.example.com' },
  'another site': { rpId: 'evil.test' },
  'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'the wrong ceremony': { type: 'webauthn.other' },
  'no PIN, finger or face': { isUnverified: true },
};

for (const [name, twist] of Object.entries(wrong))
  test(`a passkey with ${name} is refused, at registration and at sign-in`, async () => {
    const options = await registrationOptions(site, person, []);
    await isRefused(checkRegistration(site, options.challenge, createAuthenticator(browser).register(options, twist) as never));
    const { authenticator, passkey } = await registered();
    const asked = await assertionOptions(site);
    await isRefused(checkAssertion(site, asked.challenge, authenticator.signIn(asked, twist) as never, passkey));
  });

test('a signature of another key, a counter that does not move on and garbage are refused', async () => {
  const { authenticator, passkey } = await registered();
  const options = await assertionOptions(site);
  const check = (twist: Twist) => checkAssertion(site, options.challenge, authenticator.signIn(options, twist) as never, passkey);
  await isRefused(check({ signature: Buffer.alloc(70) }));
  await isRefused(check({ counter: passkey.counter }));
  const other = createAuthenticator(browser);
  await isRefused(checkAssertion(site, options.challenge, { ...other.signIn(options), id: passkey.id } as never, passkey));
  const garbage = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!', attestationObject: '!' } };
  await isRefused(checkRegistration(site, options.challenge, garbage as never));
});
