// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Credentials that HTTP steps of automations send. Values are not shown again. */
export class Secrets {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a secret that HTTP steps of automations send to the given hosts; its value is not shown again. Needs the scope `automations.write`. */
  create(body: types.CreateSecretBody, options?: CallOptions): Promise<types.Secret> {
    return this.#transport.data({ operation: 'createSecret', method: 'POST', path: '/v3/secrets', body, isKeyed: true }, options);
  }

  /** Read a secret without its value. Needs the scope `automations.read`. */
  get(secretId: string, options?: CallOptions): Promise<types.Secret> {
    return this.#transport.data({ operation: 'getSecret', method: 'GET', path: path`/v3/secrets/${secretId}` }, options);
  }

  /** Replace the value of a secret, and its hosts if given; later calls use the new value. Needs the scope `automations.write`. */
  replace(secretId: string, body: types.ReplaceSecretBody, options?: CallOptions): Promise<types.Secret> {
    return this.#transport.data(
      { operation: 'replaceSecret', method: 'PUT', path: path`/v3/secrets/${secretId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a secret; calls of automations that need it fail. Needs the scope `automations.write`. */
  delete(secretId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteSecret', method: 'DELETE', path: path`/v3/secrets/${secretId}` }, options);
  }

  /** Search secrets, without their values. Needs the scope `automations.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Secret>> {
    return this.#transport.page({ operation: 'searchSecrets', method: 'POST', path: '/v3/secrets/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Secret> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
