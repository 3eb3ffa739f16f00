// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** People who work with the chats. */
export class Users {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a user. Needs the scope `users.write`. */
  create(body: types.CreateUserBody, options?: CallOptions): Promise<types.User> {
    return this.#transport.data({ operation: 'createUser', method: 'POST', path: '/v3/users', body, isKeyed: true }, options);
  }

  /** Read a user. Needs the scope `users.read`. */
  get(userId: string, options?: CallOptions): Promise<types.User> {
    return this.#transport.data({ operation: 'getUser', method: 'GET', path: path`/v3/users/${userId}` }, options);
  }

  /** Change a user; what is not given stays. Needs the scope `users.write`. */
  update(userId: string, body: types.UpdateUserBody, options?: CallOptions): Promise<types.User> {
    return this.#transport.data(
      { operation: 'updateUser', method: 'PUT', path: path`/v3/users/${userId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a user and the tokens of the user; assigned chats become unassigned. Needs the scope `users.write`. */
  delete(userId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteUser', method: 'DELETE', path: path`/v3/users/${userId}` }, options);
  }

  /** Read the user of the token, with the availability. Needs the scope `chats.read`. */
  getMyAvailability(options?: CallOptions): Promise<types.User> {
    return this.#transport.data({ operation: 'getMyAvailability', method: 'GET', path: '/v3/me/availability' }, options);
  }

  /** Say whether you take new chats: the user of the token gets chats automatically only while available. Needs the scope `chats.write`. */
  setMyAvailability(body: types.SetMyAvailabilityBody, options?: CallOptions): Promise<types.User> {
    return this.#transport.data(
      { operation: 'setMyAvailability', method: 'PUT', path: '/v3/me/availability', body, isKeyed: true },
      options,
    );
  }

  /** Search users; search looks in names and email addresses. Needs the scope `users.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.User>> {
    return this.#transport.page({ operation: 'searchUsers', method: 'POST', path: '/v3/users/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.User> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
