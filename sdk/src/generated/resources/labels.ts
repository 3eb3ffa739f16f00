// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Labels of contacts. */
export class Labels {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a label. Needs the scope `labels.write`. */
  create(body: types.CreateLabelBody, options?: CallOptions): Promise<types.Label> {
    return this.#transport.data({ operation: 'createLabel', method: 'POST', path: '/v3/labels', body, isKeyed: true }, options);
  }

  /** Read a label. Needs the scope `labels.read`. */
  get(labelId: string, options?: CallOptions): Promise<types.Label> {
    return this.#transport.data({ operation: 'getLabel', method: 'GET', path: path`/v3/labels/${labelId}` }, options);
  }

  /** Change a label; what is not given stays. Needs the scope `labels.write`. */
  update(labelId: string, body: types.UpdateLabelBody, options?: CallOptions): Promise<types.Label> {
    return this.#transport.data(
      { operation: 'updateLabel', method: 'PUT', path: path`/v3/labels/${labelId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a label and remove it from all contacts. Needs the scope `labels.write`. */
  delete(labelId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteLabel', method: 'DELETE', path: path`/v3/labels/${labelId}` }, options);
  }

  /** Search labels. Needs the scope `labels.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Label>> {
    return this.#transport.page({ operation: 'searchLabels', method: 'POST', path: '/v3/labels/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Label> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
