import type { RelyingParty } from '../domain/factors/index.ts';
import type { Config } from '../platform/config.ts';

type SiteConfig = Pick<Config, 'PUBLIC_URL' | 'CONSOLE_URL' | 'PASSKEY_SITE' | 'PASSKEY_ORIGINS'>;

/** Returns the site that passkeys belong to: the host of the console, unless the configuration names a domain above it. */
export function passkeySite({ PUBLIC_URL, CONSOLE_URL, PASSKEY_SITE, PASSKEY_ORIGINS }: SiteConfig): RelyingParty {
  const page = new URL(CONSOLE_URL ?? PUBLIC_URL);
  return {
    id: PASSKEY_SITE ?? page.hostname,
    name: 'Patchbay',
    origins: PASSKEY_ORIGINS.length > 0 ? PASSKEY_ORIGINS : [page.origin],
  };
}
