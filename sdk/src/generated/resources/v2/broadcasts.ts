// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../../path.ts';
import type { CallOptions, Transport } from '../../../transport.ts';
import type * as types from '../../types.ts';

/** Campaigns in the form of version 2. */
export class Broadcasts {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the broadcasts of a channel, the newest first: campaigns that start an automation. Needs the scope `campaigns.read`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  list(channelId: string, options?: CallOptions): Promise<types.V2ListBroadcastsResult> {
    return this.#transport.data(
      { operation: 'v2ListBroadcasts', method: 'GET', path: path`/v2/${channelId}/broadcasts` },
      options,
    );
  }

  /** Create or update up to 5,000 contacts and start an automation for each: now, at a time, or by rules. Without contacts, creates a draft. Needs the scope `campaigns.write`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  create(channelId: string, body: types.V2CreateBroadcastBody, options?: CallOptions): Promise<types.BroadcastV2> {
    return this.#transport.data(
      { operation: 'v2CreateBroadcast', method: 'POST', path: path`/v2/${channelId}/broadcasts`, body, isKeyed: true },
      options,
    );
  }
}
