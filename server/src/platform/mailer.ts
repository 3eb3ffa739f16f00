import { createRequire } from 'node:module';
import type * as Nodemailer from 'nodemailer';
import type { Config } from './config.ts';

export type Mail = { to: string; subject: string; text: string };

/** Sends mail of the installation itself, such as reset links. Undefined where SMTP_URL is not set. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void } | undefined;

const SEND_WITHIN_MS = 20_000;
/** Loads the library where SMTP_URL is set. */
const require = createRequire(import.meta.url);

export function createMailer({ SMTP_URL, SMTP_FROM }: Pick<Config, 'SMTP_URL' | 'SMTP_FROM'>): Mailer {
  if (SMTP_URL === undefined) return undefined;
  const timeouts = { greetingTimeout: 10_000, connectionTimeout: 10_000, socketTimeout: SEND_WITHIN_MS };
  const { createTransport } = require('nodemailer') as typeof Nodemailer;
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  return {
    async send({ to, subject, text }) {
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({
        from: SMTP_FROM,
        to: { name: '', address: to }, // never a text, which could name several
        subject,
        text,
        headers,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
