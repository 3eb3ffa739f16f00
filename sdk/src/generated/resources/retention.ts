// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** How long messages and events are kept. */
export class Retention {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read the retention of messages and events in days. Needs the scope `admin`. */
  get(options?: CallOptions): Promise<types.Retention> {
    return this.#transport.data({ operation: 'getRetention', method: 'GET', path: '/v3/retention' }, options);
  }

  /** Set a shorter retention of messages and events than the installation; null uses that of the installation. Needs the scope `admin`. */
  set(body: types.SetRetentionBody, options?: CallOptions): Promise<types.Retention> {
    return this.#transport.data(
      { operation: 'setRetention', method: 'PUT', path: '/v3/retention', body, isKeyed: true },
      options,
    );
  }
}
