// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Saved searches of chats and contacts. */
export class Views {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Save a search of chats or contacts as a view, for yourself, a team or everyone. Needs the scope `views.write`. */
  create(body: types.CreateViewBody, options?: CallOptions): Promise<types.View> {
    return this.#transport.data({ operation: 'createView', method: 'POST', path: '/v3/views', body, isKeyed: true }, options);
  }

  /** Read a view. Needs the scope `views.read`. */
  get(viewId: string, options?: CallOptions): Promise<types.View> {
    return this.#transport.data({ operation: 'getView', method: 'GET', path: path`/v3/views/${viewId}` }, options);
  }

  /** Change a view; what is not given stays. Shared views are changed by their creator, managers and admins. Needs the scope `views.write`. */
  update(viewId: string, body: types.UpdateViewBody, options?: CallOptions): Promise<types.View> {
    return this.#transport.data(
      { operation: 'updateView', method: 'PUT', path: path`/v3/views/${viewId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a view. Needs the scope `views.write`. */
  delete(viewId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteView', method: 'DELETE', path: path`/v3/views/${viewId}` }, options);
  }

  /** Search the views that you can see; search looks in their names. Needs the scope `views.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.View>> {
    return this.#transport.page({ operation: 'searchViews', method: 'POST', path: '/v3/views/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.View> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
