import { defineAdapter } from '../adapter.ts';
import { parse } from './parse.ts';
import { parseInPool } from './parse-in-pool.ts';
import { poll } from './poll.ts';
import { closePools } from './pool.ts';
import { send } from './send.ts';
import { type EmailSettings, emailSettings, inSandbox } from './settings.ts';
import { verify } from './verify.ts';

/** Mail out over SMTP, and in from an IMAP mailbox that is looked into or from a provider's webhook. */
export const email = defineAdapter<EmailSettings>({
  type: 'email',
  settings: emailSettings,
  secrets: ['smtpPassword', 'imapPassword', 'callbackPassword'],
  inSandbox,
  verify,
  parse,
  parseInPool,
  send,
  poll,
  close: closePools,
});
