// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Counts and times of chats and messages, by period, channel, user and team. */
export class Reports {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Count chats, messages, ratings or promised times, or measure first reply and resolution times, by hour, day, week or month and by channel, user or team. Needs the scope `reports.read`. */
  search(body: types.SearchReportsBody, options?: CallOptions): Promise<types.Report> {
    return this.#transport.data({ operation: 'searchReports', method: 'POST', path: '/v3/reports/search', body }, options);
  }
}
