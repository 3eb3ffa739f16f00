import type { Config } from '../platform/config.ts';

/** Returns the URLs of sign-in with the identity provider of a tenant. Each tenant has its own, so that no provider answers for another. */
export function oidcUrls(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  tenantId: string,
): { startUrl: string; redirectUri: string } {
  const base = `${PUBLIC_URL.replace(/\/+$/, '')}/oidc/${tenantId}`;
  return { startUrl: `${base}/start`, redirectUri: `${base}/callback` };
}
