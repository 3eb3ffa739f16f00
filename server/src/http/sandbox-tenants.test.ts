import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { given } from '../test-kit/given.ts';
import { createTestTenant } from '../test-kit/tenant.ts';

const sandbox = await startSandbox();
after(sandbox.stop);
const {
  app,
  baseUrl,
  call,
  tenant: live,
  get,
} = await given({
  SANDBOX_URL: sandbox.url,
  SANDBOX_SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
});
const tester = await createTestTenant(app, { mode: 'sandbox' });

test('GET /v3/usage 200: says the mode and who pays; every answer says the mode in its header', async () => {
  const theirs = await get('/v3/usage', tester.token);
  assert.deepEqual([theirs.body.data.mode, theirs.body.data.isBilled], ['sandbox', false]);
  assert.equal(theirs.headers.get('patchbay-mode'), 'sandbox');
  const ours = await get('/v3/usage');
  assert.deepEqual([ours.body.data.mode, ours.body.data.isBilled], ['live', true]);
  assert.equal((await get('/v3/nothing/there')).headers.get('patchbay-mode'), 'live');
  assert.equal((await get('/v3/usage', 'nonsense')).headers.get('patchbay-mode'), null);
});

test('GET /v3/usage 401: a test token without its prefix, and a real one with it', async () => {
  assert.match(tester.token, /^test_eyJ/);
  assert.equal((await get('/v3/usage', tester.token.replace('test_', ''))).status, 401);
  assert.equal((await get('/v3/usage', `test_${live.token}`)).status, 401);
});

test('POST /v3/access_tokens 201: a test token makes test tokens', async () => {
  const made = await call('POST', '/v3/access_tokens', tester.token, { name: 'narrow', scopes: ['usage.read'] });
  assert.equal(made.status, 201);
  assert.match(made.body.data.accessToken, /^test_/);
  assert.equal((await get('/v3/usage', made.body.data.accessToken)).status, 200);
});

test('a sandbox tenant calls the sandbox although its settings name another host', async () => {
  const line = await connect('sms', { apiUrl: baseUrl, token: tester.token, sandbox });
  const elsewhere = { settings: { baseUrl: 'http://127.0.0.1:1/twilio', authToken: line.credentials.authToken } };
  assert.equal(
    (await call('PUT', `/v3/channels/${line.channelId}`, tester.token, elsewhere)).body.data.settings.baseUrl,
    'http://127.0.0.1:1/twilio',
  );
  const contact = await call('POST', '/v3/contacts', tester.token, { firstName: 'Ada', phoneNumber: '+4915112345678' });
  const chat = await call('POST', '/v3/chats', tester.token, { channelId: line.channelId, contactId: contact.body.data.id });
  const said = await call('POST', `/v3/chats/${chat.body.data.id}/messages`, tester.token, { type: 'text', text: 'Hello' });
  assert.equal(said.status, 201, said.text);
  const sent = async () => (await fetch(`${sandbox.url}/_sandbox/accounts/${line.accountId}/sent`)).text();
  const until = Date.now() + 60_000;
  for (let seen = await sent(); !seen.includes('Hello'); seen = await sent()) {
    assert.ok(Date.now() < until, `the sandbox never got it: ${seen}`);
    await wait(50);
  }
});
