// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** People, their addresses, labels and attributes. */
export class Contacts {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a contact with its handles, labels and attribute values. Needs the scope `contacts.write`. */
  create(body: types.CreateContactBody = {}, options?: CallOptions): Promise<types.Contact> {
    return this.#transport.data(
      { operation: 'createContact', method: 'POST', path: '/v3/contacts', body, isKeyed: true },
      options,
    );
  }

  /** Read a contact. Needs the scope `contacts.read`. */
  get(contactId: string, options?: CallOptions): Promise<types.Contact> {
    return this.#transport.data({ operation: 'getContact', method: 'GET', path: path`/v3/contacts/${contactId}` }, options);
  }

  /** Change a contact; what is not given stays. Needs the scope `contacts.write`. */
  update(contactId: string, body: types.UpdateContactBody, options?: CallOptions): Promise<types.Contact> {
    return this.#transport.data(
      { operation: 'updateContact', method: 'PUT', path: path`/v3/contacts/${contactId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a contact with its handles, chats and messages. Needs the scope `contacts.write`. */
  delete(contactId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteContact', method: 'DELETE', path: path`/v3/contacts/${contactId}` }, options);
  }

  /** Add labels to a contact; existing labels are ignored. Needs the scope `contacts.write`. */
  addLabels(contactId: string, body: types.AddContactLabelsBody, options?: CallOptions): Promise<types.Contact> {
    return this.#transport.data(
      { operation: 'addContactLabels', method: 'POST', path: path`/v3/contacts/${contactId}/labels`, body, isKeyed: true },
      options,
    );
  }

  /** Remove a label from a contact; the label itself stays. Needs the scope `contacts.write`. */
  removeLabel(contactId: string, labelId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'removeContactLabel', method: 'DELETE', path: path`/v3/contacts/${contactId}/labels/${labelId}` },
      options,
    );
  }

  /** Add an address to a contact; one that the contact has is not added again. Needs the scope `contacts.write`. */
  addHandle(contactId: string, body: types.AddContactHandleBody, options?: CallOptions): Promise<types.Contact> {
    return this.#transport.data(
      { operation: 'addContactHandle', method: 'POST', path: path`/v3/contacts/${contactId}/handles`, body, isKeyed: true },
      options,
    );
  }

  /** Remove an address from a contact; one with chats is refused. Needs the scope `contacts.write`. */
  removeHandle(contactId: string, handleId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'removeContactHandle', method: 'DELETE', path: path`/v3/contacts/${contactId}/handles/${handleId}` },
      options,
    );
  }

  /** Search contacts; search looks in the names, or finds the beginning of a number or an address. Needs the scope `contacts.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Contact>> {
    return this.#transport.page({ operation: 'searchContacts', method: 'POST', path: '/v3/contacts/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Contact> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Search what happened with a contact: events about it and its chats, except messages, the latest first. Needs the scope `events.read`. */
  searchTimeline(contactId: string, body: Search = {}, options?: CallOptions): Promise<Page<types.Event>> {
    return this.#transport.page(
      { operation: 'searchContactTimeline', method: 'POST', path: path`/v3/contacts/${contactId}/timeline/search`, body },
      options,
    );
  }

  /** All that `searchTimeline` finds, page by page. */
  eachTimeline(contactId: string, search: Each = {}, options?: CallOptions): AsyncGenerator<types.Event> {
    return eachItem(search, (body) => this.searchTimeline(contactId, body, options));
  }

  /** Search pairs of contacts with the same phone number in two spellings, to merge them. Needs the scope `contacts.read`. */
  searchDuplicates(body: Search = {}, options?: CallOptions): Promise<Page<types.ContactDuplicate>> {
    return this.#transport.page(
      { operation: 'searchContactDuplicates', method: 'POST', path: '/v3/contact_duplicates/search', body },
      options,
    );
  }

  /** All that `searchDuplicates` finds, page by page. */
  eachDuplicates(search: Each = {}, options?: CallOptions): AsyncGenerator<types.ContactDuplicate> {
    return eachItem(search, (body) => this.searchDuplicates(body, options));
  }

  /** Merge another contact into this one; its id then refers to this one. Needs the scope `contacts.write`. */
  merge(contactId: string, body: types.MergeContactsBody, options?: CallOptions): Promise<types.Contact> {
    return this.#transport.data(
      { operation: 'mergeContacts', method: 'POST', path: path`/v3/contacts/${contactId}/merge`, body, isKeyed: true },
      options,
    );
  }

  /** Erase a contact: names, addresses, texts and media are deleted; counts and ids stay. Needs the scope `contacts.write`. */
  erase(contactId: string, options?: CallOptions): Promise<types.ContactErasure> {
    return this.#transport.data(
      { operation: 'eraseContact', method: 'POST', path: path`/v3/contacts/${contactId}/erase`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Read the progress of an erasure. Needs the scope `contacts.read`. */
  getErasure(contactErasureId: string, options?: CallOptions): Promise<types.ContactErasure> {
    return this.#transport.data(
      { operation: 'getContactErasure', method: 'GET', path: path`/v3/contact_erasures/${contactErasureId}` },
      options,
    );
  }
}
