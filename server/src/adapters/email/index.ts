import { defineAdapter } from '../adapter.ts';
import { parse } from './parse.ts';
import { parseInPool } from './parse-in-pool.ts';
import { poll } from './poll.ts';
import { closePools, smtpConnections } from './pool.ts';
import { send } from './send.ts';
import { type EmailSettings, emailSettings, inSandbox } from './settings.ts';
import { isLoggedIn, verify } from './verify.ts';

/** Postmark takes mails of 35 MB, and posts their attachments in base64. */
const BODY_LIMIT_BYTES = 50 * 1_048_576;

/** Mail out over SMTP, and in from an IMAP mailbox that is looked into or from a provider's webhook. */
export const email = defineAdapter<EmailSettings>({
  type: 'email',
  settings: emailSettings,
  secrets: ['smtpPassword', 'imapPassword', 'callbackPassword'],
  destinations: {
    smtpHost: ['smtpPassword'],
    smtpPort: ['smtpPassword'],
    smtpSecure: ['smtpPassword'],
    imapHost: ['imapPassword'],
    imapPort: ['imapPassword'],
    imapSecure: ['imapPassword'],
  },
  inSandbox,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  verifyHeaders: isLoggedIn,
  verify,
  parse,
  parseInPool,
  connections: smtpConnections,
  send,
  poll,
  close: closePools,
});
