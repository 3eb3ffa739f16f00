// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** What the tenant demands of people who sign in, and its identity provider. */
export class SignInSettings {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read what the tenant demands of people who sign in. Needs the scope `admin`. */
  get(options?: CallOptions): Promise<types.SignInSettings> {
    return this.#transport.data({ operation: 'getSignInSettings', method: 'GET', path: '/v3/sign_in_settings' }, options);
  }

  /** Require a second factor, or not; applies to every user token that is issued from now on. Needs the scope `admin`. */
  set(body: types.SetSignInSettingsBody, options?: CallOptions): Promise<types.SignInSettings> {
    return this.#transport.data(
      { operation: 'setSignInSettings', method: 'PUT', path: '/v3/sign_in_settings', body, isKeyed: true },
      options,
    );
  }

  /** Read the OpenID Connect provider of the tenant, without its client secret. Needs the scope `admin`. */
  getIdentityProvider(options?: CallOptions): Promise<types.IdentityProvider> {
    return this.#transport.data({ operation: 'getIdentityProvider', method: 'GET', path: '/v3/identity_provider' }, options);
  }

  /** Let people sign in with an OpenID Connect provider; without clientSecret, the current one stays. Needs the scope `admin`. */
  setIdentityProvider(body: types.SetIdentityProviderBody, options?: CallOptions): Promise<types.IdentityProvider> {
    return this.#transport.data(
      { operation: 'setIdentityProvider', method: 'PUT', path: '/v3/identity_provider', body, isKeyed: true },
      options,
    );
  }

  /** Remove the OpenID Connect provider; people sign in with a password or a passkey again. Needs the scope `admin`. */
  deleteIdentityProvider(options?: CallOptions): Promise<void> {
    return this.#transport.done(
      { operation: 'deleteIdentityProvider', method: 'DELETE', path: '/v3/identity_provider' },
      options,
    );
  }
}
