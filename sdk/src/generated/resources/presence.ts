// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Who else views a chat or types in it, on the live feed. */
export class Presence {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Tell colleagues on the live feed for 10 seconds that you view a chat or type in it; at most 60 times a minute. Needs the scope `chats.write`. */
  announce(chatId: string, body: types.AnnouncePresenceBody, options?: CallOptions): Promise<types.Presence> {
    return this.#transport.data(
      { operation: 'announcePresence', method: 'POST', path: path`/v3/chats/${chatId}/presence`, body, isKeyed: true },
      options,
    );
  }
}
