import { checkUrl } from '../../platform/address-guard.ts';
import { found, invalidParam } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import type { Ctx } from '../../storage/context.ts';
import type { OidcCredentials } from './client.ts';
import type { SignInRules } from './decide-sign-in.ts';
import { deleteProvider, selectProvider, upsertProvider } from './oidc.store.ts';

/** The OpenID Connect provider of a tenant, without the client secret. */
export type IdentityProvider = SignInRules & { issuer: string; clientId: string; createdAt: Date; updatedAt: Date };

export type NewIdentityProvider = SignInRules & { issuer: string; clientId: string; clientSecret?: string | undefined };

const sealLabel = (tenantId: string): string => `identity_providers:${tenantId}`;

export async function getIdentityProvider(ctx: Ctx): Promise<IdentityProvider> {
  const { sealedSecret: _, ...provider } = found(await selectProvider(ctx), 'identity_provider_not_found');
  return provider;
}

/**
 * Saves the provider. Its configuration is read at each sign-in, and not here: this runs in a transaction, which must not wait for another
 * server. Another issuer or client needs the secret again: otherwise a caller who does not know the secret could have it sent to a server
 * of their own.
 */
export async function setIdentityProvider(ctx: Ctx, deps: IssuerRules, wanted: NewIdentityProvider): Promise<IdentityProvider> {
  requireIssuer(wanted.issuer, deps);
  if (wanted.createUsers && wanted.allowedEmailDomains.length === 0)
    throw invalidParam(
      'allowedEmailDomains',
      'required',
      'Name the email domains of the people who become users; without one, everybody with an account at the provider could',
    );
  const clientSecret = wanted.clientSecret ?? (await currentSecret(ctx, deps.secrets, wanted));
  const allowedEmailDomains = [...new Set(wanted.allowedEmailDomains.map((domain) => domain.toLowerCase()))];
  return upsertProvider(ctx, { ...wanted, allowedEmailDomains }, deps.secrets.seal(clientSecret, sealLabel(ctx.tenantId)));
}

export type IssuerRules = { secrets: SecretBox; allowPrivate: boolean };

/** Checks the URL as that of a webhook. Its addresses are checked again for every connection. */
function requireIssuer(issuer: string, { allowPrivate }: IssuerRules): void {
  const checked = checkUrl(issuer, { allowPrivate, allowHttp: allowPrivate });
  const reason = checked.ok
    ? (checked.url.search || checked.url.hash) && 'An issuer has no query and no fragment'
    : checked.reason;
  if (reason) throw invalidParam('issuer', 'invalid_string', reason);
}

async function currentSecret(ctx: Ctx, box: SecretBox, { issuer, clientId }: NewIdentityProvider): Promise<string> {
  const current = await selectProvider(ctx);
  if (current?.issuer === issuer && current.clientId === clientId) return box.open(current.sealedSecret, sealLabel(ctx.tenantId));
  throw invalidParam('clientSecret', 'required', 'A new provider, and another issuer or clientId, needs the client secret');
}

/** Removes the provider. Sessions of people who signed in with it stay until they expire or are ended. */
export const removeIdentityProvider = (ctx: Ctx): Promise<boolean> => deleteProvider(ctx);

/** Returns the provider of a tenant with its secret, for a sign-in. */
export async function openProvider(ctx: Ctx, box: SecretBox): Promise<IdentityProvider & OidcCredentials> {
  const { sealedSecret, ...provider } = found(await selectProvider(ctx), 'identity_provider_not_found');
  return { ...provider, clientSecret: box.open(sealedSecret, sealLabel(ctx.tenantId)) };
}
