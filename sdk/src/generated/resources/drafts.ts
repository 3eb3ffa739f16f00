// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** What you have begun to write in a chat; it follows you from browser to browser. */
export class Drafts {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read your draft in a chat; null if there is none. Needs the scope `chats.read`. */
  get(chatId: string, options?: CallOptions): Promise<types.Draft | null> {
    return this.#transport.data({ operation: 'getDraft', method: 'GET', path: path`/v3/chats/${chatId}/draft` }, options);
  }

  /** Replace your draft in a chat. Needs the scope `messages.write`. */
  save(chatId: string, body: types.SaveDraftBody, options?: CallOptions): Promise<types.Draft> {
    return this.#transport.data(
      { operation: 'saveDraft', method: 'PUT', path: path`/v3/chats/${chatId}/draft`, body, isKeyed: true },
      options,
    );
  }

  /** Delete your draft in a chat; the result names the chat. Needs the scope `messages.write`. */
  delete(chatId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteDraft', method: 'DELETE', path: path`/v3/chats/${chatId}/draft` }, options);
  }
}
