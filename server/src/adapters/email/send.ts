import type { SendMailOptions } from 'nodemailer';
import type { Outgoing } from '../../domain/messages/index.ts';
import type { SendDeps, SendOutcome } from '../adapter.ts';
import { TokenFault } from './access-token.ts';
import { outcomeOfFault, outcomeOfToken, type SmtpFault } from './classify.ts';
import { compose } from './compose.ts';
import { type Login, withLogin } from './login.ts';
import { messageIdFor } from './message-id.ts';
import { type Progress, poolOf } from './pool.ts';
import type { EmailSettings } from './settings.ts';

/** Shorter than the lease of a job, so that no other worker starts the same mail meanwhile. */
const SEND_WITHIN_MS = 25_000;

export async function send(deps: SendDeps, settings: EmailSettings, message: Outgoing): Promise<SendOutcome> {
  const mail = compose(settings, message, deps.clock.now());
  if ('kind' in mail) return mail;
  const progress: Progress = { wasHandedOver: false };
  const until = performance.now() + SEND_WITHIN_MS;
  try {
    await withLogin(deps, settings, 'smtp', (login) => sendOnce(deps, settings, login, mail, progress, until), isLoginRefused);
    return { kind: 'accepted', vendorId: messageIdFor(settings, message.messageId) };
  } catch (error) {
    if (error instanceof TokenFault) return outcomeOfToken(error);
    return outcomeOfFault(error as SmtpFault, progress.wasHandedOver);
  }
}

async function sendOnce(
  { http, mode }: SendDeps,
  settings: EmailSettings,
  login: Login,
  mail: SendMailOptions,
  progress: Progress,
  until: number,
): Promise<void> {
  const pool = poolOf(http, mode, settings, login);
  const late = setTimeout(() => pool.abort(), until - performance.now()); // a server that trickles is noticed by no other timeout
  try {
    await pool.send(mail, progress);
  } finally {
    clearTimeout(late);
  }
}

/** Before a login nothing of the mail was sent, so it can be retried with a new login. */
function isLoginRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpFault;
  return code === 'EAUTH' && responseCode >= 500;
}
