// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Texts with files to insert into replies. */
export class Snippets {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a snippet: a text with files to insert into replies. Needs the scope `snippets.write`. */
  create(body: types.CreateSnippetBody, options?: CallOptions): Promise<types.Snippet> {
    return this.#transport.data(
      { operation: 'createSnippet', method: 'POST', path: '/v3/snippets', body, isKeyed: true },
      options,
    );
  }

  /** Read a snippet. Needs the scope `snippets.read`. */
  get(snippetId: string, options?: CallOptions): Promise<types.Snippet> {
    return this.#transport.data({ operation: 'getSnippet', method: 'GET', path: path`/v3/snippets/${snippetId}` }, options);
  }

  /** Change a snippet; what is not given stays. Needs the scope `snippets.write`. */
  update(snippetId: string, body: types.UpdateSnippetBody, options?: CallOptions): Promise<types.Snippet> {
    return this.#transport.data(
      { operation: 'updateSnippet', method: 'PUT', path: path`/v3/snippets/${snippetId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a snippet. Needs the scope `snippets.write`. */
  delete(snippetId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteSnippet', method: 'DELETE', path: path`/v3/snippets/${snippetId}` }, options);
  }

  /** Search snippets; search looks in shortcuts and texts. Needs the scope `snippets.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Snippet>> {
    return this.#transport.page({ operation: 'searchSnippets', method: 'POST', path: '/v3/snippets/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Snippet> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
