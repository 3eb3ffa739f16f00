// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** The numbers, addresses and accounts that messages go through. */
export class Channels {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a channel; its settings connect it to a provider, and secrets are not shown again. Needs the scope `channels.write`. */
  create(body: types.CreateChannelBody, options?: CallOptions): Promise<types.Channel> {
    return this.#transport.data(
      { operation: 'createChannel', method: 'POST', path: '/v3/channels', body, isKeyed: true },
      options,
    );
  }

  /** Read a channel. Needs the scope `channels.read`. */
  get(channelId: string, options?: CallOptions): Promise<types.Channel> {
    return this.#transport.data({ operation: 'getChannel', method: 'GET', path: path`/v3/channels/${channelId}` }, options);
  }

  /** Change a channel; what is not given stays. Needs the scope `channels.write`. */
  update(channelId: string, body: types.UpdateChannelBody, options?: CallOptions): Promise<types.Channel> {
    return this.#transport.data(
      { operation: 'updateChannel', method: 'PUT', path: path`/v3/channels/${channelId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a channel that has no chats. Needs the scope `channels.write`. */
  delete(channelId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteChannel', method: 'DELETE', path: path`/v3/channels/${channelId}` }, options);
  }

  /** Search channels. Needs the scope `channels.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Channel>> {
    return this.#transport.page({ operation: 'searchChannels', method: 'POST', path: '/v3/channels/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Channel> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
