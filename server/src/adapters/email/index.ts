import { defineAdapter } from '../adapter.ts';
import { forgetTokens } from './access-token.ts';
import { parseInPool } from './parse-in-pool.ts';
import { poll } from './poll.ts';
import { closePools, smtpConnections } from './pool.ts';
import { send } from './send.ts';
import { type EmailSettings, emailSettings, inSandbox } from './settings.ts';
import { isLoggedIn, verify } from './verify.ts';

/** Postmark accepts mails of 35 MB and posts attachments in base64. */
const BODY_LIMIT_BYTES = 50 * 1_048_576;

/** Mail servers receive access tokens, which come from the refresh token. */
const ACCESS = ['oauthRefreshToken'] as const;
const EXCHANGE = ['oauthClientSecret', 'oauthRefreshToken'] as const;

/** Sends mail over SMTP. Receives mail by polling an IMAP mailbox or by a provider's webhook. */
export const email = defineAdapter<EmailSettings>({
  settings: emailSettings,
  secrets: ['smtpPassword', 'imapPassword', 'callbackPassword', 'oauthClientSecret', 'oauthRefreshToken'],
  destinations: {
    smtpHost: ['smtpPassword', ...ACCESS],
    smtpPort: ['smtpPassword', ...ACCESS],
    smtpSecure: ['smtpPassword', ...ACCESS],
    imapHost: ['imapPassword', ...ACCESS],
    imapPort: ['imapPassword', ...ACCESS],
    imapSecure: ['imapPassword', ...ACCESS],
    oauthProvider: EXCHANGE,
    oauthTokenUrl: EXCHANGE,
    oauthTenant: EXCHANGE,
  },
  inSandbox,
  sandboxAccount: ({ address, smtpUsername = address, smtpPassword = '', callbackUsername, callbackPassword }) => ({
    address,
    fields: {
      address,
      username: smtpUsername,
      password: smtpPassword,
      ...(callbackUsername && { callbackUsername, callbackPassword }),
    },
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  verifyHeaders: isLoggedIn,
  verify,
  parse: async (settings, request) => (await import('./parse.ts')).parse(settings, request), // mails are parsed in worker threads
  parseInPool,
  connections: smtpConnections,
  send,
  poll,
  close() {
    closePools();
    forgetTokens();
  },
});
