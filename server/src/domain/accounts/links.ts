import type { Config } from '../../platform/config.ts';

type LinkConfig = Pick<Config, 'PUBLIC_URL' | 'CONSOLE_URL'>;

/**
 * Returns a link into the console. The token is in the fragment, which browsers send to no server: it appears in no log and in no
 * Referer header.
 */
export const consoleLink = (config: LinkConfig, page: 'invitation' | 'password-reset' | 'sign-in-link', token: string): string =>
  `${consoleUrl(config)}/${page}#token=${token}`;

const consoleUrl = ({ PUBLIC_URL, CONSOLE_URL }: LinkConfig): string =>
  (CONSOLE_URL ?? `${PUBLIC_URL.replace(/\/+$/, '')}/console`).replace(/\/+$/, '');
