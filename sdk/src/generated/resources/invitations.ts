// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Links by which users choose a password and sign in. */
export class Invitations {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Invite a user to sign in: returns a link that works once, and mails one; an earlier invitation stops working. Needs the scope `users.write`. */
  inviteUser(userId: string, options?: CallOptions): Promise<types.Invitation> {
    return this.#transport.data(
      { operation: 'inviteUser', method: 'POST', path: path`/v3/users/${userId}/invitation`, isKeyed: true },
      options,
    );
  }

  /** Accept an invitation: choose a password, or connect the account that you have. */
  accept(body: types.AcceptInvitationBody, options?: CallOptions): Promise<types.AcceptedInvitation> {
    return this.#transport.data({ operation: 'acceptInvitation', method: 'POST', path: '/v3/invitations/accept', body }, options);
  }
}
