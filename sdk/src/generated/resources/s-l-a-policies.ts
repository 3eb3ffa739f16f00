// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** How soon chats are answered and closed. */
export class SLAPolicies {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create an SLA policy: how soon chats are answered and closed. Of several that include a chat, the oldest applies. Needs the scope `teams.write`. */
  createSlaPolicy(body: types.CreateSlaPolicyBody, options?: CallOptions): Promise<types.SlaPolicy> {
    return this.#transport.data(
      { operation: 'createSlaPolicy', method: 'POST', path: '/v3/sla_policies', body, isKeyed: true },
      options,
    );
  }

  /** Read an SLA policy. Needs the scope `teams.read`. */
  getSlaPolicy(slaPolicyId: string, options?: CallOptions): Promise<types.SlaPolicy> {
    return this.#transport.data(
      { operation: 'getSlaPolicy', method: 'GET', path: path`/v3/sla_policies/${slaPolicyId}` },
      options,
    );
  }

  /** Change an SLA policy; what is not given stays. Due times that are set already stay too. Needs the scope `teams.write`. */
  updateSlaPolicy(slaPolicyId: string, body: types.UpdateSlaPolicyBody, options?: CallOptions): Promise<types.SlaPolicy> {
    return this.#transport.data(
      { operation: 'updateSlaPolicy', method: 'PUT', path: path`/v3/sla_policies/${slaPolicyId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete an SLA policy; the due times of its chats end. Needs the scope `teams.write`. */
  deleteSlaPolicy(slaPolicyId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteSlaPolicy', method: 'DELETE', path: path`/v3/sla_policies/${slaPolicyId}` },
      options,
    );
  }

  /** Search SLA policies; search looks in the name. Needs the scope `teams.read`. */
  searchSlaPolicies(body: Search = {}, options?: CallOptions): Promise<Page<types.SlaPolicy>> {
    return this.#transport.page(
      { operation: 'searchSlaPolicies', method: 'POST', path: '/v3/sla_policies/search', body },
      options,
    );
  }

  /** All that `searchSlaPolicies` finds, page by page. */
  eachSlaPolicies(search: Each = {}, options?: CallOptions): AsyncGenerator<types.SlaPolicy> {
    return eachItem(search, (body) => this.searchSlaPolicies(body, options));
  }
}
