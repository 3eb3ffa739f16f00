// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Second factors of people: authenticator apps, recovery codes and passkeys. */
export class Factors {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Give the second factor of a session that waits for it: a code, a recovery code or a passkey; sets a new session cookie. */
  giveSecond(body: types.GiveSecondFactorBody = {}, options?: CallOptions): Promise<types.SignedIn> {
    return this.#transport.data(
      { operation: 'giveSecondFactor', method: 'POST', path: '/v3/sessions/current/second_factor', body },
      options,
    );
  }

  /** Get the options with which a browser signs in by a passkey; they work once, for five minutes. */
  getPasskeySignInOptions(options?: CallOptions): Promise<types.PasskeyOptions> {
    return this.#transport.data(
      { operation: 'getPasskeySignInOptions', method: 'POST', path: '/v3/sessions/passkey/options', body: {} },
      options,
    );
  }

  /** Sign in with a passkey, which is both factors; sets the session cookie. */
  createSessionByPasskey(body: types.CreateSessionByPasskeyBody, options?: CallOptions): Promise<types.SignedIn> {
    return this.#transport.data(
      { operation: 'createSessionByPasskey', method: 'POST', path: '/v3/sessions/passkey', body },
      options,
    );
  }

  /** Read your factors: the authenticator app, passkeys, and how many recovery codes are left. */
  get(options?: CallOptions): Promise<types.Factors> {
    return this.#transport.data({ operation: 'getFactors', method: 'GET', path: '/v3/account/factors' }, options);
  }

  /** Begin to set up an authenticator app: returns its secret, which a code must confirm. */
  enrolTotp(body: types.EnrolTotpBody = {}, options?: CallOptions): Promise<types.TotpSecret> {
    return this.#transport.data({ operation: 'enrolTotp', method: 'POST', path: '/v3/account/totp', body }, options);
  }

  /** Confirm the authenticator app with a code; returns recovery codes, which are shown once, and sets a new session cookie. */
  confirmTotp(body: types.ConfirmTotpBody, options?: CallOptions): Promise<types.RecoveryCodes> {
    return this.#transport.data({ operation: 'confirmTotp', method: 'POST', path: '/v3/account/totp/confirm', body }, options);
  }

  /** Remove the authenticator app; needs your password or a code. */
  removeTotp(body: types.RemoveTotpBody, options?: CallOptions): Promise<void> {
    return this.#transport.done({ operation: 'removeTotp', method: 'POST', path: '/v3/account/totp/remove', body }, options);
  }

  /** Replace the recovery codes; those before stop working. */
  replaceRecoveryCodes(body: types.ReplaceRecoveryCodesBody, options?: CallOptions): Promise<types.RecoveryCodes> {
    return this.#transport.data(
      { operation: 'replaceRecoveryCodes', method: 'POST', path: '/v3/account/recovery_codes', body },
      options,
    );
  }

  /** Get the options with which a browser creates a passkey; they work once, for five minutes. */
  getPasskeyOptions(body: types.GetPasskeyOptionsBody = {}, options?: CallOptions): Promise<types.PasskeyOptions> {
    return this.#transport.data(
      { operation: 'getPasskeyOptions', method: 'POST', path: '/v3/account/passkeys/options', body },
      options,
    );
  }

  /** Register a passkey; the first factor comes with recovery codes, which are shown once; sets a new session cookie. */
  createPasskey(body: types.CreatePasskeyBody, options?: CallOptions): Promise<types.RegisteredPasskey> {
    return this.#transport.data({ operation: 'createPasskey', method: 'POST', path: '/v3/account/passkeys', body }, options);
  }

  /** Rename a passkey. */
  renamePasskey(passkeyId: string, body: types.RenamePasskeyBody, options?: CallOptions): Promise<types.Passkey> {
    return this.#transport.data(
      { operation: 'renamePasskey', method: 'PUT', path: path`/v3/account/passkeys/${passkeyId}`, body },
      options,
    );
  }

  /** Delete a passkey; needs your password or a code. */
  removePasskey(passkeyId: string, body: types.RemovePasskeyBody, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'removePasskey', method: 'POST', path: path`/v3/account/passkeys/${passkeyId}/remove`, body },
      options,
    );
  }
}
