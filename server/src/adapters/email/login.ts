import { accessToken, type TokenDeps } from './access-token.ts';
import type { EmailSettings } from './settings.ts';

/** How to log in at the mail server: with a password, with an access token, or not at all. */
export type Login = { user: string; pass: string } | { user: string; accessToken: string } | null;

/** Runs `use` with the login of the channel. When the server refuses an access token, once more with a new one. */
export async function withLogin<T>(
  deps: TokenDeps,
  settings: EmailSettings,
  protocol: 'smtp' | 'imap',
  use: (login: Login) => Promise<T>,
  isLoginRefused: (error: unknown) => boolean,
): Promise<T> {
  if (settings.oauthProvider === undefined) return use(passwordOf(settings, protocol));
  const user = (protocol === 'smtp' ? settings.smtpUsername : settings.imapUsername) ?? settings.address;
  const first = await accessToken(deps);
  try {
    return await use({ user, accessToken: first });
  } catch (error) {
    if (!isLoginRefused(error)) throw error;
    return use({ user, accessToken: await accessToken(deps, first) });
  }
}

function passwordOf(settings: EmailSettings, protocol: 'smtp' | 'imap'): Login {
  const { smtpUsername, smtpPassword = '', imapUsername = '', imapPassword = '' } = settings;
  if (protocol === 'imap') return { user: imapUsername, pass: imapPassword };
  return smtpUsername === undefined ? null : { user: smtpUsername, pass: smtpPassword };
}
