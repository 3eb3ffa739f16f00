// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { Download } from '../../download.ts';
import { type EachOf, eachItem, type Page } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** The messages of chats. */
export class Messages {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Send a message in a chat, now or at a later time; with ifLatestMessageId only if nothing newer was written. Needs the scope `messages.write`. */
  send(chatId: string, body: types.SendMessageBody, options?: CallOptions): Promise<types.FullMessage> {
    return this.#transport.data(
      { operation: 'sendMessage', method: 'POST', path: path`/v3/chats/${chatId}/messages`, body, isKeyed: true },
      options,
    );
  }

  /** Send a message to a contact on a channel; the chat is opened if there is none. Needs the scope `messages.write`. */
  sendToContact(body: types.SendMessageToContactBody, options?: CallOptions): Promise<types.FullMessage> {
    return this.#transport.data(
      { operation: 'sendMessageToContact', method: 'POST', path: '/v3/messages', body, isKeyed: true },
      options,
    );
  }

  /** Read a message. Needs the scope `messages.read`. */
  get(messageId: string, options?: CallOptions): Promise<types.FullMessage> {
    return this.#transport.data({ operation: 'getMessage', method: 'GET', path: path`/v3/messages/${messageId}` }, options);
  }

  /** Read a message as an HTML document that is safe to show in a frame; images=remote also loads images of other servers. Needs the scope `messages.read`. */
  getHtml(messageId: string, download: Download = {}, options?: CallOptions): Promise<Response> {
    return this.#transport.bytes(
      { operation: 'getMessageHtml', method: 'GET', path: path`/v3/messages/${messageId}/html`, download },
      options,
    );
  }

  /** Cancel a scheduled message. Needs the scope `messages.write`. */
  cancel(messageId: string, options?: CallOptions): Promise<types.FullMessage> {
    return this.#transport.data(
      { operation: 'cancelMessage', method: 'POST', path: path`/v3/messages/${messageId}/cancel`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Search the messages of a chat, or show one among its neighbours. Needs the scope `messages.read`. */
  search(chatId: string, body: types.SearchMessagesBody = {}, options?: CallOptions): Promise<Page<types.FullMessage>> {
    return this.#transport.page(
      { operation: 'searchMessages', method: 'POST', path: path`/v3/chats/${chatId}/messages/search`, body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(chatId: string, search: EachOf<types.SearchMessagesBody> = {}, options?: CallOptions): AsyncGenerator<types.FullMessage> {
    return eachItem(search, (body) => this.search(chatId, body, options));
  }

  /** Search the messages of all chats by their words, newest first. Needs the scope `messages.read`. */
  searchAll(body: types.SearchAllMessagesBody, options?: CallOptions): Promise<Page<types.FullMessage>> {
    return this.#transport.page({ operation: 'searchAllMessages', method: 'POST', path: '/v3/messages/search', body }, options);
  }

  /** All that `searchAll` finds, page by page. */
  eachAll(search: EachOf<types.SearchAllMessagesBody>, options?: CallOptions): AsyncGenerator<types.FullMessage> {
    return eachItem(search, (body) => this.searchAll(body, options));
  }
}
