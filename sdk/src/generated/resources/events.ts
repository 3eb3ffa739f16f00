// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { Feed } from '../../feed.ts';
import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** All events, to search or to follow live. */
export class Events {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Search events; search looks in the event’s type. Needs the scope `events.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Event>> {
    return this.#transport.page({ operation: 'searchEvents', method: 'POST', path: '/v3/events/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Event> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Follow events as they happen (server-sent events); types=a,b keeps those types, Last-Event-ID resumes, live=true adds live events. Needs the scope `events.read`. */
  follow(feed: Feed = {}, options?: CallOptions): AsyncGenerator<types.Event> {
    return this.#transport.stream({ operation: 'followEvents', method: 'GET', path: '/v3/events', feed }, options);
  }
}
