// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Internal notes about a chat; the contact never sees them. */
export class Notes {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create an internal note about a chat, and notify the users it mentions; the contact never sees it. Needs the scope `notes.write`. */
  create(chatId: string, body: types.CreateNoteBody, options?: CallOptions): Promise<types.Note> {
    return this.#transport.data(
      { operation: 'createNote', method: 'POST', path: path`/v3/chats/${chatId}/notes`, body, isKeyed: true },
      options,
    );
  }

  /** Read a note. Needs the scope `notes.read`. */
  get(noteId: string, options?: CallOptions): Promise<types.Note> {
    return this.#transport.data({ operation: 'getNote', method: 'GET', path: path`/v3/notes/${noteId}` }, options);
  }

  /** Change a note; what is not given stays, and so does its author. Needs the scope `notes.write`. */
  update(noteId: string, body: types.UpdateNoteBody, options?: CallOptions): Promise<types.Note> {
    return this.#transport.data(
      { operation: 'updateNote', method: 'PUT', path: path`/v3/notes/${noteId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a note. Needs the scope `notes.write`. */
  delete(noteId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteNote', method: 'DELETE', path: path`/v3/notes/${noteId}` }, options);
  }

  /** Search the notes of a chat; search looks in their text. Needs the scope `notes.read`. */
  search(chatId: string, body: Search = {}, options?: CallOptions): Promise<Page<types.Note>> {
    return this.#transport.page(
      { operation: 'searchNotes', method: 'POST', path: path`/v3/chats/${chatId}/notes/search`, body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(chatId: string, search: Each = {}, options?: CallOptions): AsyncGenerator<types.Note> {
    return eachItem(search, (body) => this.search(chatId, body, options));
  }
}
