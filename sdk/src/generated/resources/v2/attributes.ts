// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../../path.ts';
import type { CallOptions, Transport } from '../../../transport.ts';
import type * as types from '../../types.ts';

/** Custom fields of contacts. */
export class Attributes {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List contact attributes. Needs the scope `attributes.read`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  list(options?: CallOptions): Promise<Array<types.AttributeV2>> {
    return this.#transport.data({ operation: 'v2ListAttributes', method: 'GET', path: '/v2/attributes' }, options);
  }

  /** Create a contact attribute of type text. Needs the scope `attributes.write`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  create(body: types.V2CreateAttributeBody, options?: CallOptions): Promise<types.AttributeV2> {
    return this.#transport.data(
      { operation: 'v2CreateAttribute', method: 'POST', path: '/v2/attributes', body, isKeyed: true },
      options,
    );
  }

  /** Delete a contact attribute and its values. Needs the scope `attributes.write`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  delete(attributeId: string, options?: CallOptions): Promise<types.V2DeleteAttributeResult> {
    return this.#transport.data(
      { operation: 'v2DeleteAttribute', method: 'DELETE', path: path`/v2/attributes/${attributeId}` },
      options,
    );
  }
}
