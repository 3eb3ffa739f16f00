// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Many contacts at once, as CSV. */
export class ContactExports {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Export the contacts of a search to a CSV file. Needs the scope `contacts.write`. */
  create(body: types.CreateContactExportBody = {}, options?: CallOptions): Promise<types.ContactExport> {
    return this.#transport.data(
      { operation: 'createContactExport', method: 'POST', path: '/v3/contact_exports', body, isKeyed: true },
      options,
    );
  }

  /** Search exports of contacts. Needs the scope `contacts.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.ContactExport>> {
    return this.#transport.page(
      { operation: 'searchContactExports', method: 'POST', path: '/v3/contact_exports/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.ContactExport> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Read the progress of an export and its file. Needs the scope `contacts.read`. */
  get(contactExportId: string, options?: CallOptions): Promise<types.ContactExport> {
    return this.#transport.data(
      { operation: 'getContactExport', method: 'GET', path: path`/v3/contact_exports/${contactExportId}` },
      options,
    );
  }

  /** Cancel an export that is queued or running; no file is created. Needs the scope `contacts.write`. */
  cancel(contactExportId: string, options?: CallOptions): Promise<types.ContactExport> {
    return this.#transport.data(
      {
        operation: 'cancelContactExport',
        method: 'POST',
        path: path`/v3/contact_exports/${contactExportId}/cancel`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }
}
