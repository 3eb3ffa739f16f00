import {
  getIdentityProvider,
  type IdentityProvider as Provider,
  removeIdentityProvider,
  setIdentityProvider,
} from '../../domain/oidc/index.ts';
import { getSignInSettings, setSignInSettings } from '../../domain/sign-in-settings/index.ts';
import {
  IdentityProvider,
  IdentityProviderSet,
  SignInSettings,
  SignInSettingsSet,
  toIdentityProvider,
} from '../../wire/v3/sign-in-settings.ts';
import { oidcUrls } from '../oidc-urls.ts';
import { type RequestScope, route } from '../route.ts';
import { dataReply, emptyReply } from './rows.ts';

const tag = 'Sign-in settings';
const shared = { tag, scope: 'admin' } as const;

const shown = (provider: Provider, { config, caller }: RequestScope) => ({
  data: toIdentityProvider(provider, oidcUrls(config, caller.tenantId)),
});

export const signInSettings = [
  route({
    ...shared,
    method: 'GET',
    path: '/sign_in_settings',
    operationId: 'getSignInSettings',
    viewers: 'forbidden',
    summary: 'Read what the tenant demands of people who sign in',
    reply: dataReply(SignInSettings),
    handle: async (ctx) => ({ data: await getSignInSettings(ctx) }),
  }),
  route({
    ...shared,
    method: 'PUT',
    path: '/sign_in_settings',
    operationId: 'setSignInSettings',
    viewers: 'forbidden',
    summary: 'Require a second factor, or not; applies to every user token that is issued from now on',
    body: SignInSettingsSet,
    reply: dataReply(SignInSettings),
    handle: async (ctx, { body }) => ({ data: await setSignInSettings(ctx, body) }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/identity_provider',
    operationId: 'getIdentityProvider',
    viewers: 'forbidden',
    summary: 'Read the OpenID Connect provider of the tenant, without its client secret',
    fails: ['identity_provider_not_found'],
    reply: dataReply(IdentityProvider),
    handle: async (ctx, _input, scope) => shown(await getIdentityProvider(ctx), scope),
  }),
  route({
    ...shared,
    method: 'PUT',
    path: '/identity_provider',
    operationId: 'setIdentityProvider',
    viewers: 'forbidden',
    summary: 'Let people sign in with an OpenID Connect provider; without clientSecret, the current one stays',
    body: IdentityProviderSet,
    reply: dataReply(IdentityProvider),
    handle: async (ctx, { body }, scope) => {
      const rules = { secrets: scope.secrets, allowPrivate: scope.config.PROVIDER_ALLOW_PRIVATE };
      return shown(await setIdentityProvider(ctx, rules, body), scope);
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/identity_provider',
    operationId: 'deleteIdentityProvider',
    viewers: 'forbidden',
    summary: 'Remove the OpenID Connect provider; people sign in with a password or a passkey again',
    reducesUse: true,
    reply: emptyReply,
    handle: async (ctx) => {
      await removeIdentityProvider(ctx);
      return {};
    },
  }),
];
