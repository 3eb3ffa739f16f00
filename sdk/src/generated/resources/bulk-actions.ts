// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Changes to many chats at once, made by a job with progress. */
export class BulkActions {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Assign, open, close, snooze, label or mark many chats, by their ids or by a search. Needs the scope `chats.write`. */
  create(body: types.CreateBulkActionBody, options?: CallOptions): Promise<types.BulkAction> {
    return this.#transport.data(
      { operation: 'createBulkAction', method: 'POST', path: '/v3/bulk_actions', body, isKeyed: true },
      options,
    );
  }

  /** Read the progress of a bulk action. Needs the scope `chats.read`. */
  get(bulkActionId: string, options?: CallOptions): Promise<types.BulkAction> {
    return this.#transport.data(
      { operation: 'getBulkAction', method: 'GET', path: path`/v3/bulk_actions/${bulkActionId}` },
      options,
    );
  }

  /** Cancel a bulk action; chats that were changed stay changed. Needs the scope `chats.write`. */
  cancel(bulkActionId: string, options?: CallOptions): Promise<types.BulkAction> {
    return this.#transport.data(
      {
        operation: 'cancelBulkAction',
        method: 'POST',
        path: path`/v3/bulk_actions/${bulkActionId}/cancel`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }

  /** Search bulk actions. Needs the scope `chats.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.BulkAction>> {
    return this.#transport.page(
      { operation: 'searchBulkActions', method: 'POST', path: '/v3/bulk_actions/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.BulkAction> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
