import { z } from 'zod';
import type { SandboxEndpoints } from '../../platform/sandbox-endpoints.ts';
import { oauthProblems, oauthShape } from './oauth-settings.ts';

const port = z.int().min(1).max(65535);
const host = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'Write the name of the server only, such as mail.example.com');
const domain = z.string().regex(/^(?=.{1,253}$)([A-Za-z0-9-]+\.)*[A-Za-z0-9-]+$/, 'Write a domain, such as example.com');
const words = z
  .string()
  .min(1)
  .regex(/^[^\r\n]*$/, 'Use one line');

const hasImapLogin = (s: { imapUsername?: string | undefined; imapPassword?: string | undefined }) =>
  s.imapUsername !== undefined && s.imapPassword !== undefined;

/** Unknown keys are refused: a misspelt one would have no effect. */
export const emailSettings = z
  .strictObject({
    address: z.email('Write the address that mail is sent from, such as help@example.com'),
    fromName: words.max(100).optional(),
    smtpHost: host,
    smtpPort: port.default(587),
    /** TLS from the start (port 465). Otherwise STARTTLS is used if the server offers it. */
    smtpSecure: z.boolean().default(false),
    smtpUsername: words.optional(),
    smtpPassword: words.optional(),
    imapHost: host.optional(),
    imapPort: port.default(993),
    imapSecure: z.boolean().default(true),
    imapUsername: words.optional(),
    imapPassword: words.optional(),
    imapMailbox: words.default('INBOX'),
    /** The login of a mail provider's webhook, which has no signature. Without it webhooks are refused. */
    callbackUsername: words.optional(),
    callbackPassword: words.optional(),
    messageIdDomain: domain.optional(),
    ...oauthShape,
  })
  .check(({ value, issues }) => {
    for (const { path, message } of oauthProblems(value)) issues.push({ code: 'custom', input: value, path: [path], message });
  })
  .refine((s) => s.oauthProvider !== undefined || (s.smtpUsername === undefined) === (s.smtpPassword === undefined), {
    error: 'Give both smtpUsername and smtpPassword, or neither',
    path: ['smtpPassword'],
  })
  .refine((s) => s.imapHost === undefined || s.oauthProvider !== undefined || hasImapLogin(s), {
    error: 'imapHost needs imapUsername and imapPassword as well, or oauthProvider',
    path: ['imapPassword'],
  })
  .refine((s) => (s.callbackUsername === undefined) === (s.callbackPassword === undefined), {
    error: 'Give both callbackUsername and callbackPassword, or neither',
    path: ['callbackPassword'],
  });

export type EmailSettings = z.infer<typeof emailSettings>;

/** The settings that parsing needs. No secrets: they are sent to a worker thread. */
export type MailAccount = Pick<EmailSettings, 'address' | 'messageIdDomain'>;

/** Returns settings with the sandbox's mail servers. A mailbox is polled only if the sandbox has an IMAP server. */
export const inSandbox = (settings: EmailSettings, { smtp, imap }: SandboxEndpoints): EmailSettings => ({
  ...settings,
  smtpHost: smtp.host,
  smtpPort: smtp.port,
  smtpSecure: smtp.secure,
  ...(settings.imapHost !== undefined && imap
    ? { imapHost: imap.host, imapPort: imap.port, imapSecure: imap.secure }
    : { imapHost: undefined }),
});
