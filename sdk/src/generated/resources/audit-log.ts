// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Who changed what, with the values before and after. */
export class AuditLog {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Search the audit log; search looks in the operation’s id. Needs the scope `audit.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.AuditEntry>> {
    return this.#transport.page({ operation: 'searchAuditLog', method: 'POST', path: '/v3/audit_log/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.AuditEntry> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
