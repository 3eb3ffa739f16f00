// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** The plan, its limits, and the usage of this month. */
export class Usage {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read the plan, the remaining requests of this minute, the usage of this month and of each quota. Needs the scope `usage.read`. */
  get(options?: CallOptions): Promise<types.Usage> {
    return this.#transport.data({ operation: 'getUsage', method: 'GET', path: '/v3/usage' }, options);
  }
}
