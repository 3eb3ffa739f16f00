import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callbackUrlOf,
  faultsIn,
  initialValues,
  placeOf,
  providerOf,
  providersOf,
  sandboxSettings,
  settingsOf,
  setups,
  stepsOf,
} from './setup.ts';

const inboundUrl = 'https://api.example.com/inbound/01a1';

test('every provider has its values on one step each, and ends with the check', () => {
  for (const setup of Object.values(setups)) {
    const names = setup.steps.flatMap((step) => step.fields.map(({ name }) => name));
    assert.equal(new Set(names).size, names.length, setup.id);
    assert.equal(stepsOf(setup).at(-1)?.id, 'check');
    assert.equal(
      stepsOf(setup).some(({ id }) => id === 'callback'),
      setup.hasCallback,
    );
  }
  assert.deepEqual(
    providersOf('email').map(({ id }) => id),
    ['imap', 'postmark', 'google', 'microsoft'],
  );
});

test('missing and wrong values are found before the server is asked', () => {
  const [account, sender] = setups.twilio.steps;
  assert.ok(account && sender);
  assert.deepEqual(faultsIn(account, { accountSid: '12', authToken: ' ' }), { accountSid: 'wrong', authToken: 'missing' });
  assert.deepEqual(faultsIn(sender, { from: '' }), {});
  assert.deepEqual(faultsIn(sender, { from: '0151' }), {});
  assert.deepEqual(faultsIn(sender, { from: '0151 23' }), { from: 'wrong' });
});

test('settings: presets, numbers as numbers, nothing empty', () => {
  const values = initialValues(setups.imap, () => 'random');
  assert.deepEqual(settingsOf(setups.imap, { ...values, address: 'help@example.com ', smtpHost: 'smtp.example.com' }), {
    address: 'help@example.com',
    smtpHost: 'smtp.example.com',
    smtpPort: 587,
    imapPort: 993,
  });
  assert.equal(settingsOf(setups.imap, { smtpPort: '465' }).smtpSecure, true);
  const postmark = settingsOf(setups.postmark, { ...initialValues(setups.postmark, () => 'word'), postmarkToken: 'token' });
  assert.deepEqual([postmark.smtpUsername, postmark.smtpPassword, postmark.callbackPassword], ['token', 'token', 'word']);
});

test('an error of the API finds its field and step', () => {
  assert.deepEqual(placeOf(setups.instagram, 'settings.accessToken'), { step: 1, name: 'instagramToken' });
  assert.deepEqual(placeOf(setups.twilio, 'settings.from'), { step: 1, name: 'from' });
  assert.equal(placeOf(setups.twilio, 'name'), null);
});

test('the callback URL has the form that the provider wants', () => {
  assert.equal(callbackUrlOf('whatsapp', inboundUrl, {}), inboundUrl);
  assert.equal(callbackUrlOf('twilio', inboundUrl, {}), `${inboundUrl}#rc=3&rp=all`);
  const login = { callbackUsername: 'in', callbackPassword: 'p@ss' };
  assert.equal(callbackUrlOf('postmark', inboundUrl, login), 'https://in:p%40ss@api.example.com/inbound/01a1');
});

test('the provider of an existing channel is read from its settings', () => {
  assert.equal(providerOf({ type: 'sms', settings: {} }), 'twilio');
  assert.equal(providerOf({ type: 'email', settings: { oauthProvider: 'google', imapHost: 'x' } }), 'google');
  assert.equal(providerOf({ type: 'email', settings: { callbackUsername: 'in' } }), 'postmark');
  assert.equal(providerOf({ type: 'email', settings: { imapHost: 'x' } }), 'imap');
  assert.equal(providerOf({ type: 'pigeon', settings: {} }), null);
});

test('made-up credentials of the sandbox have the form of real ones', () => {
  const digits = (count: number) => '7'.repeat(count);
  const [account, sender] = setups.twilio.steps;
  const sms = sandboxSettings('sms', digits) as Record<string, string>;
  assert.ok(account && sender);
  assert.deepEqual({ ...faultsIn(account, sms), ...faultsIn(sender, sms) }, {});
  assert.equal(sandboxSettings('email', digits).address, 'support-7777@sandbox.example');
});
