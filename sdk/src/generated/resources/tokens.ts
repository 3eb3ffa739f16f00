// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Tokens for programs and users. A token is shown once. */
export class Tokens {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create an access token with scopes of the caller; the token is shown only in this response. Needs the scope `admin`. */
  create(body: types.CreateAccessTokenBody, options?: CallOptions): Promise<types.CreateAccessTokenResult> {
    return this.#transport.data(
      { operation: 'createAccessToken', method: 'POST', path: '/v3/access_tokens', body, isKeyed: true },
      options,
    );
  }

  /** Revoke an access token; it is refused within 5 seconds. Needs the scope `admin`. */
  delete(accessTokenId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteAccessToken', method: 'DELETE', path: path`/v3/access_tokens/${accessTokenId}` },
      options,
    );
  }

  /** Search access tokens that are not revoked. Needs the scope `admin`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.AccessToken>> {
    return this.#transport.page(
      { operation: 'searchAccessTokens', method: 'POST', path: '/v3/access_tokens/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.AccessToken> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
