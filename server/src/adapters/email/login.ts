import { accessToken, type TokenDeps } from './access-token.ts';
import type { EmailSettings } from './settings.ts';

/** The login at the mail server: a password, an access token, or none. */
export type Login = { user: string; pass: string } | { user: string; accessToken: string } | null;

/** Calls `use` with the login of the channel, and once more with a new access token if the server refuses the first. */
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
