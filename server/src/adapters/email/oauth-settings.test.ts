import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProviderHttp } from '../../platform/provider-http.ts';
import { tokenForm, tokenUrl } from './access-token.ts';
import { poolOf } from './pool.ts';
import { emailSettings } from './settings.ts';

const mailbox = { address: 'help@example.com', smtpHost: 'smtp.example.com', imapHost: 'imap.example.com' };
const client = { oauthClientId: 'id', oauthClientSecret: 'secret', oauthRefreshToken: 'refresh' };
const google = { ...mailbox, ...client, oauthProvider: 'google' };
const microsoft = { ...google, oauthProvider: 'microsoft' };
const custom = { ...google, oauthProvider: 'custom', oauthTokenUrl: 'https://login.example.com/token' };

test('OAuth replaces passwords; each provider needs its own settings', () => {
  const accepted = [google, microsoft, custom, { ...microsoft, oauthClientSecret: undefined, oauthTenant: 'example.com' }];
  for (const settings of accepted) assert.ok(emailSettings.safeParse(settings).success, JSON.stringify(settings));
  const refused: [object, string][] = [
    [{ ...google, oauthProvider: undefined }, 'oauthClientId'],
    [{ ...google, oauthProvider: 'yahoo' }, 'oauthProvider'],
    [{ ...google, oauthRefreshToken: undefined }, 'oauthRefreshToken'],
    [{ ...google, oauthClientSecret: undefined }, 'oauthClientSecret'],
    [{ ...google, smtpUsername: 'x', smtpPassword: 'x' }, 'smtpPassword'],
    [{ ...google, imapUsername: 'x', imapPassword: 'x' }, 'imapPassword'],
    [{ ...google, oauthTokenUrl: 'https://login.example.com/token' }, 'oauthTokenUrl'],
    [{ ...google, oauthTenant: 'example.com' }, 'oauthTenant'],
    [{ ...microsoft, oauthTenant: '../x' }, 'oauthTenant'],
    [{ ...custom, oauthTokenUrl: undefined }, 'oauthTokenUrl'],
    [{ ...custom, oauthTokenUrl: 'ftp://login.example.com' }, 'oauthTokenUrl'],
    [{ ...custom, oauthRefreshToken: 'a\r\nb' }, 'oauthRefreshToken'],
    [mailbox, 'imapPassword'],
  ];
  for (const [settings, path] of refused) {
    const issues = emailSettings.safeParse(settings).error?.issues ?? [];
    assert.ok(
      issues.some((issue) => issue.path[0] === path),
      `${JSON.stringify(settings)}: ${JSON.stringify(issues)}`,
    );
  }
});

test('where a refresh token is exchanged, and what is asked for', () => {
  const urls = [google, microsoft, { ...microsoft, oauthTenant: 'example.com' }, custom].map((one) =>
    tokenUrl(emailSettings.parse(one)),
  );
  assert.deepEqual(urls, [
    'https://oauth2.googleapis.com/token',
    'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    'https://login.microsoftonline.com/example.com/oauth2/v2.0/token',
    'https://login.example.com/token',
  ]);
  const form = (settings: object) => Object.fromEntries(tokenForm(emailSettings.parse(settings)));
  const basics = { grant_type: 'refresh_token', refresh_token: 'refresh', client_id: 'id', client_secret: 'secret' };
  assert.deepEqual(form(google), basics);
  const outlook = 'https://outlook.office.com';
  const both = `${outlook}/IMAP.AccessAsUser.All ${outlook}/SMTP.Send offline_access`;
  assert.deepEqual(form(microsoft), { ...basics, scope: both });
  assert.equal(form({ ...microsoft, imapHost: undefined }).scope, `${outlook}/SMTP.Send offline_access`);
  assert.equal(form({ ...custom, oauthScope: 'mail' }).scope, 'mail');
});

test('another login is another pool of connections', async () => {
  const http = createProviderHttp({ allowPrivate: true });
  const settings = emailSettings.parse(google);
  const pool = (accessToken: string) => poolOf(http, 'live', settings, { user: 'help', accessToken });
  assert.equal(pool('first'), pool('first'));
  assert.notEqual(pool('first'), pool('second'));
  assert.notEqual(pool('first'), poolOf(http, 'live', settings, { user: 'help', pass: 'first' }));
  await http.close();
});
