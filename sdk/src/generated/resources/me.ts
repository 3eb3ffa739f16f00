// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** The person of a user token. */
export class Me {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read the user of the token, the tenant, the scopes and the account. */
  get(options?: CallOptions): Promise<types.Me> {
    return this.#transport.data({ operation: 'getMe', method: 'GET', path: '/v3/me' }, options);
  }

  /** Change your name or password; a new password ends all your other sessions. */
  update(body: types.UpdateMeBody, options?: CallOptions): Promise<types.Me> {
    return this.#transport.data({ operation: 'updateMe', method: 'PUT', path: '/v3/me', body, isKeyed: true }, options);
  }
}
