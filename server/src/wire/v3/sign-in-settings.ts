import { z } from 'zod';
import type { IdentityProvider as DomainProvider } from '../../domain/oidc/index.ts';
import { isoTime, time } from './shapes.ts';

/** What the tenant demands of people who sign in. */
export const SignInSettings = z.strictObject({ requireSecondFactor: z.boolean() }).meta({ id: 'SignInSettings' });

export const SignInSettingsSet = z.strictObject({ requireSecondFactor: z.boolean() });

const createUsers = z.strictObject({ role: z.enum(['member', 'manager']) }).nullable();

/** The OpenID Connect provider of the tenant, without its client secret. `startUrl` begins a sign-in; `redirectUri` is registered there. */
export const IdentityProvider = z
  .strictObject({
    createdAt: time,
    updatedAt: time,
    issuer: z.string(),
    clientId: z.string(),
    allowedEmailDomains: z.array(z.string()),
    createUsers,
    startUrl: z.string(),
    redirectUri: z.string(),
  })
  .meta({ id: 'IdentityProvider' });

export type ProviderUrls = { startUrl: string; redirectUri: string };

export const toIdentityProvider = (provider: DomainProvider, urls: ProviderUrls): z.infer<typeof IdentityProvider> => ({
  createdAt: isoTime(provider.createdAt),
  updatedAt: isoTime(provider.updatedAt),
  issuer: provider.issuer,
  clientId: provider.clientId,
  allowedEmailDomains: provider.allowedEmailDomains,
  createUsers: provider.createUsers,
  startUrl: urls.startUrl,
  redirectUri: urls.redirectUri,
});

const printable = z
  .string()
  .regex(/^[!-~]([ -~]*[!-~])?$/, 'One line of letters, digits and signs of ASCII, without spaces around it');
const domain = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, 'Write the domain only, such as example.com');

export const IdentityProviderSet = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  clientId: printable.min(1).max(255),
  clientSecret: printable.min(1).max(2_048).optional(),
  allowedEmailDomains: z.array(domain).max(50).default([]),
  createUsers: createUsers.default(null),
});
