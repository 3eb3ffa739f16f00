// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** When a team works: weekly hours in a time zone, and holidays. */
export class BusinessHours {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create business hours: the intervals of each weekday in a time zone, and holidays. Needs the scope `teams.write`. */
  create(body: types.CreateBusinessHoursBody, options?: CallOptions): Promise<types.BusinessHours> {
    return this.#transport.data(
      { operation: 'createBusinessHours', method: 'POST', path: '/v3/business_hours', body, isKeyed: true },
      options,
    );
  }

  /** Read business hours. Needs the scope `teams.read`. */
  get(businessHoursId: string, options?: CallOptions): Promise<types.BusinessHours> {
    return this.#transport.data(
      { operation: 'getBusinessHours', method: 'GET', path: path`/v3/business_hours/${businessHoursId}` },
      options,
    );
  }

  /** Change business hours; what is not given stays. Due times that are set already stay too. Needs the scope `teams.write`. */
  update(businessHoursId: string, body: types.UpdateBusinessHoursBody, options?: CallOptions): Promise<types.BusinessHours> {
    return this.#transport.data(
      { operation: 'updateBusinessHours', method: 'PUT', path: path`/v3/business_hours/${businessHoursId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete business hours that no SLA policy uses. Needs the scope `teams.write`. */
  delete(businessHoursId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteBusinessHours', method: 'DELETE', path: path`/v3/business_hours/${businessHoursId}` },
      options,
    );
  }

  /** Search business hours; search looks in the name. Needs the scope `teams.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.BusinessHours>> {
    return this.#transport.page(
      { operation: 'searchBusinessHours', method: 'POST', path: '/v3/business_hours/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.BusinessHours> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
