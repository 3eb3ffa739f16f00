// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Consent of contacts to messages, per address, channel and purpose: every statement with its source and evidence. */
export class Consents {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Record that a contact granted or withdrew consent to messages for a purpose; statements are never changed. Needs the scope `consents.write`. */
  record(body: types.RecordConsentBody, options?: CallOptions): Promise<types.Consent> {
    return this.#transport.data(
      { operation: 'recordConsent', method: 'POST', path: '/v3/consents', body, isKeyed: true },
      options,
    );
  }

  /** Read a statement. Needs the scope `consents.read`. */
  get(consentId: string, options?: CallOptions): Promise<types.Consent> {
    return this.#transport.data({ operation: 'getConsent', method: 'GET', path: path`/v3/consents/${consentId}` }, options);
  }

  /** Search the history of statements; search looks in the addresses. Needs the scope `consents.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Consent>> {
    return this.#transport.page({ operation: 'searchConsents', method: 'POST', path: '/v3/consents/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Consent> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Read the consent state of each address of a contact by channel and purpose, now or at a given time. Needs the scope `consents.read`. */
  readStates(contactId: string, body: types.ReadConsentStatesBody = {}, options?: CallOptions): Promise<types.ConsentStates> {
    return this.#transport.data(
      { operation: 'readConsentStates', method: 'POST', path: path`/v3/contacts/${contactId}/consent_states`, body },
      options,
    );
  }
}
