// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** What contacts said about conversations: 1 to 5, with a comment. */
export class Ratings {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Search the ratings of chats, the newest first; search looks in the comments. Needs the scope `chats.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Rating>> {
    return this.#transport.page({ operation: 'searchRatings', method: 'POST', path: '/v3/ratings/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Rating> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
