// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Many contacts at once, as CSV. */
export class ContactImports {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Import contacts from an uploaded CSV file. Needs the scope `contacts.write`. */
  create(body: types.CreateContactImportBody, options?: CallOptions): Promise<types.ContactImport> {
    return this.#transport.data(
      { operation: 'createContactImport', method: 'POST', path: '/v3/contact_imports', body, isKeyed: true },
      options,
    );
  }

  /** Search imports of contacts. Needs the scope `contacts.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.ContactImport>> {
    return this.#transport.page(
      { operation: 'searchContactImports', method: 'POST', path: '/v3/contact_imports/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.ContactImport> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Read the progress of an import. Needs the scope `contacts.read`. */
  get(contactImportId: string, options?: CallOptions): Promise<types.ContactImport> {
    return this.#transport.data(
      { operation: 'getContactImport', method: 'GET', path: path`/v3/contact_imports/${contactImportId}` },
      options,
    );
  }

  /** Cancel an import; imported contacts stay. Needs the scope `contacts.write`. */
  cancel(contactImportId: string, options?: CallOptions): Promise<types.ContactImport> {
    return this.#transport.data(
      {
        operation: 'cancelContactImport',
        method: 'POST',
        path: path`/v3/contact_imports/${contactImportId}/cancel`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }

  /** Search the rejected lines of an import, each with its reason. Needs the scope `contacts.read`. */
  searchRefusals(contactImportId: string, body: Search = {}, options?: CallOptions): Promise<Page<types.ContactImportRefusal>> {
    return this.#transport.page(
      {
        operation: 'searchContactImportRefusals',
        method: 'POST',
        path: path`/v3/contact_imports/${contactImportId}/refusals/search`,
        body,
      },
      options,
    );
  }

  /** All that `searchRefusals` finds, page by page. */
  eachRefusals(contactImportId: string, search: Each = {}, options?: CallOptions): AsyncGenerator<types.ContactImportRefusal> {
    return eachItem(search, (body) => this.searchRefusals(contactImportId, body, options));
  }
}
