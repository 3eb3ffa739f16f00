// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Browsers that show your notifications (Web Push). */
export class PushSubscriptions {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read the public key that a browser needs to subscribe (applicationServerKey). Needs the scope `notifications.read`. */
  getKey(options?: CallOptions): Promise<types.PushKey> {
    return this.#transport.data({ operation: 'getPushKey', method: 'GET', path: '/v3/push_subscriptions/key' }, options);
  }

  /** Show your notifications in a browser (Web Push); a person has at most 10 browsers, the oldest makes room. Needs the scope `notifications.write`. */
  create(body: types.CreatePushSubscriptionBody, options?: CallOptions): Promise<types.PushSubscription> {
    return this.#transport.data(
      { operation: 'createPushSubscription', method: 'POST', path: '/v3/push_subscriptions', body, isKeyed: true },
      options,
    );
  }

  /** Send a test to one of your browsers. Needs the scope `notifications.write`. */
  test(pushSubscriptionId: string, options?: CallOptions): Promise<types.PushSubscription> {
    return this.#transport.data(
      {
        operation: 'testPushSubscription',
        method: 'POST',
        path: path`/v3/push_subscriptions/${pushSubscriptionId}/test`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }

  /** Stop notifications in one of your browsers. Needs the scope `notifications.write`. */
  delete(pushSubscriptionId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deletePushSubscription', method: 'DELETE', path: path`/v3/push_subscriptions/${pushSubscriptionId}` },
      options,
    );
  }

  /** Search the browsers that show your notifications; search looks in their names. Needs the scope `notifications.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.PushSubscription>> {
    return this.#transport.page(
      { operation: 'searchPushSubscriptions', method: 'POST', path: '/v3/push_subscriptions/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.PushSubscription> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
