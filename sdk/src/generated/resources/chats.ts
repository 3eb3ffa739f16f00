// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Conversations with a contact over a channel: their status and assignee. */
export class Chats {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a chat with a contact on a channel. Needs the scope `chats.write`. */
  create(body: types.CreateChatBody, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data({ operation: 'createChat', method: 'POST', path: '/v3/chats', body, isKeyed: true }, options);
  }

  /** Read a chat with its contact, handle and latest message. Needs the scope `chats.read`. */
  get(chatId: string, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data({ operation: 'getChat', method: 'GET', path: path`/v3/chats/${chatId}` }, options);
  }

  /** Change a chat; what is not given stays. Needs the scope `chats.write`. */
  update(chatId: string, body: types.UpdateChatBody, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data(
      { operation: 'updateChat', method: 'PUT', path: path`/v3/chats/${chatId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a chat and its messages. Needs the scope `chats.write`. */
  delete(chatId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteChat', method: 'DELETE', path: path`/v3/chats/${chatId}` }, options);
  }

  /** Open, close or snooze a chat; without a status it is opened. Needs the scope `chats.write`. */
  setStatus(chatId: string, body: types.SetChatStatusBody = {}, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data(
      { operation: 'setChatStatus', method: 'POST', path: path`/v3/chats/${chatId}/status`, body, isKeyed: true },
      options,
    );
  }

  /** Assign a chat to a user, a team or both; null removes the assignment. Needs the scope `chats.write`. */
  assign(chatId: string, body: types.AssignChatBody = {}, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data(
      { operation: 'assignChat', method: 'POST', path: path`/v3/chats/${chatId}/assign`, body, isKeyed: true },
      options,
    );
  }

  /** Mark everything in a chat as read. Needs the scope `chats.write`. */
  markRead(chatId: string, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data(
      { operation: 'markChatRead', method: 'POST', path: path`/v3/chats/${chatId}/read`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Mark a chat as unread, for yourself or a colleague to come back to. Needs the scope `chats.write`. */
  markUnread(chatId: string, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data(
      { operation: 'markChatUnread', method: 'POST', path: path`/v3/chats/${chatId}/unread`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Count the chats of up to 20 queries in one call; each count is exact up to 1,000. Needs the scope `chats.read`. */
  count(body: types.CountChatsBody, options?: CallOptions): Promise<Array<types.ChatCount>> {
    return this.#transport.data({ operation: 'countChats', method: 'POST', path: '/v3/chats/counts', body }, options);
  }

  /** Search chats; search looks in the contact’s names, or finds the beginning of a number or an address. Needs the scope `chats.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Chat>> {
    return this.#transport.page({ operation: 'searchChats', method: 'POST', path: '/v3/chats/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Chat> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
