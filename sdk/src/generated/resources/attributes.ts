// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Custom fields of contacts. */
export class Attributes {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create an attribute. Needs the scope `attributes.write`. */
  create(body: types.CreateAttributeBody, options?: CallOptions): Promise<types.Attribute> {
    return this.#transport.data(
      { operation: 'createAttribute', method: 'POST', path: '/v3/attributes', body, isKeyed: true },
      options,
    );
  }

  /** Read an attribute. Needs the scope `attributes.read`. */
  get(attributeId: string, options?: CallOptions): Promise<types.Attribute> {
    return this.#transport.data({ operation: 'getAttribute', method: 'GET', path: path`/v3/attributes/${attributeId}` }, options);
  }

  /** Change an attribute; its type stays while contacts have values of it. Needs the scope `attributes.write`. */
  update(attributeId: string, body: types.UpdateAttributeBody, options?: CallOptions): Promise<types.Attribute> {
    return this.#transport.data(
      { operation: 'updateAttribute', method: 'PUT', path: path`/v3/attributes/${attributeId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete an attribute and the values that contacts have of it. Needs the scope `attributes.write`. */
  delete(attributeId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteAttribute', method: 'DELETE', path: path`/v3/attributes/${attributeId}` },
      options,
    );
  }

  /** Search attributes. Needs the scope `attributes.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Attribute>> {
    return this.#transport.page({ operation: 'searchAttributes', method: 'POST', path: '/v3/attributes/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Attribute> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
