import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';

const sms = { accountSid: 'AC0123', authToken: 'stored-token', from: '+15550001111' };
const email = {
  address: 'help@example.com',
  smtpHost: 'smtp.example.com',
  smtpUsername: 'help',
  smtpPassword: 'stored-smtp',
  imapHost: 'imap.example.com',
  imapUsername: 'help',
  imapPassword: 'stored-imap',
};

const oauth = {
  address: 'help@example.com',
  smtpHost: 'smtp.example.com',
  imapHost: 'imap.example.com',
  oauthProvider: 'custom',
  oauthTokenUrl: 'https://login.example.com/token',
  oauthClientId: 'id',
  oauthClientSecret: 'stored-client',
  oauthRefreshToken: 'stored-refresh',
};

test('PUT /v3/channels/:id 400: a new destination needs the secrets that would be sent there', async () => {
  const { post, put } = await given();
  const channel = async (type: string, settings: object) =>
    (await post('/v3/channels', { type, name: type, settings })).body.data.id as string;
  const [texts, mail, token] = [await channel('sms', sms), await channel('email', email), await channel('email', oauth)];
  const both = ['settings.oauthClientSecret', 'settings.oauthRefreshToken'];
  const cases: [string, object, string[]][] = [
    [texts, { baseUrl: 'https://sms.example.com' }, ['settings.authToken']],
    [mail, { smtpHost: 'smtp.example.org' }, ['settings.smtpPassword']],
    [mail, { smtpPort: 2525 }, ['settings.smtpPassword']],
    [mail, { imapSecure: false }, ['settings.imapPassword']],
    [mail, { imapHost: 'x.example.org', smtpSecure: true, smtpPassword: 'new' }, ['settings.imapPassword']],
    [token, { smtpHost: 'smtp.example.org' }, ['settings.oauthRefreshToken']],
    [token, { imapSecure: false }, ['settings.oauthRefreshToken']],
    [token, { oauthTokenUrl: 'https://login.example.org/token' }, both],
    [token, { oauthProvider: 'microsoft', oauthTokenUrl: null }, both],
  ];
  for (const [id, settings, missing] of cases) {
    const refused = await put(`/v3/channels/${id}`, { settings });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.invalidParams ?? {})], [400, missing], refused.text);
    assert.match(refused.text, /send \w+ again together with it/);
  }
  for (const [id, settings] of [
    [texts, { baseUrl: 'https://sms.example.com', authToken: 'stored-token' }],
    [texts, { from: '+15550002222' }],
    [mail, { fromName: 'Help', smtpHost: 'smtp.example.com' }],
    [mail, { imapHost: null, imapPassword: null }],
    [token, { fromName: 'Help', oauthClientId: 'other' }],
  ] as const)
    assert.equal((await put(`/v3/channels/${id}`, { settings })).status, 200);
});

test('POST and PUT /v3/channels 400: plain http is for a developer’s machine', async () => {
  const { call, tenant, post } = await given({ PROVIDER_ALLOW_PRIVATE: 'false' });
  const settings = { ...sms, baseUrl: 'http://sms.example.com' };
  const refused = await post('/v3/channels', { type: 'sms', name: 'x', settings });
  assert.deepEqual([refused.status, Object.keys(refused.body.error.invalidParams)], [400, ['settings.baseUrl']]);
  const { id } = (await post('/v3/channels', { type: 'sms', name: 'x', settings: sms })).body.data;
  assert.equal((await call('PUT', `/v3/channels/${id}`, tenant.token, { settings })).status, 400);
  const inClear = { ...oauth, oauthTokenUrl: 'http://login.example.com/token' };
  const tokens = await post('/v3/channels', { type: 'email', name: 'x', settings: inClear });
  assert.deepEqual([tokens.status, Object.keys(tokens.body.error.invalidParams)], [400, ['settings.oauthTokenUrl']]);
});
