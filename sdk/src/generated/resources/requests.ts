// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Requests to this API of the last days, and their responses. */
export class Requests {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read a request of the last days and its response status, by its X-Request-Id. Needs the scope `requests.read`. */
  get(requestId: string, options?: CallOptions): Promise<types.Request> {
    return this.#transport.data({ operation: 'getRequest', method: 'GET', path: path`/v3/requests/${requestId}` }, options);
  }

  /** Search the requests of the last days; search looks in the route. Needs the scope `requests.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Request>> {
    return this.#transport.page({ operation: 'searchRequests', method: 'POST', path: '/v3/requests/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Request> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Count the requests of the last days by hour or day, with failures and durations, in total or by route, status or token. Needs the scope `requests.read`. */
  readStatistics(body: types.ReadRequestStatisticsBody, options?: CallOptions): Promise<types.RequestStatistics> {
    return this.#transport.data(
      { operation: 'readRequestStatistics', method: 'POST', path: '/v3/requests/statistics', body },
      options,
    );
  }
}
