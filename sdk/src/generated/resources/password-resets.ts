// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** New passwords for people who forgot theirs. */
export class PasswordResets {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Ask for a mail with a reset link; the answer is the same for addresses without an account. */
  create(body: types.CreatePasswordResetBody, options?: CallOptions): Promise<void> {
    return this.#transport.done({ operation: 'createPasswordReset', method: 'POST', path: '/v3/password_resets', body }, options);
  }

  /** Set a new password with a reset link, which works once; ends all sessions of the account. */
  confirm(body: types.ConfirmPasswordResetBody, options?: CallOptions): Promise<void> {
    return this.#transport.done(
      { operation: 'confirmPasswordReset', method: 'POST', path: '/v3/password_resets/confirm', body },
      options,
    );
  }
}
