const KEY = 'patchbay.singleSignOnTenant';

export const rememberedTenant = (): string | null => localStorage.getItem(KEY);

export const forgetTenant = (): void => localStorage.removeItem(KEY);

/** Returns the tenant id in a text: the id itself, or the link that an administrator sent. */
export const tenantIdIn = (text: string): string | null =>
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(text)?.[0].toLowerCase() ?? null;

/** Returns the page of the server that leads to the identity provider of a tenant, and back to a page of the console. */
export const startUrl = (tenantId: string, returnTo = '/inbox'): string =>
  `/oidc/${tenantId}/start?returnTo=${encodeURIComponent(`/console${returnTo}`)}`;

export function openSingleSignOn(tenantId: string, returnTo?: string): void {
  localStorage.setItem(KEY, tenantId);
  location.assign(startUrl(tenantId, returnTo));
}
