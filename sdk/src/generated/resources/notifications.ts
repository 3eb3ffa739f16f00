// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Mentions of you and chats that were assigned to you. */
export class Notifications {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Search your notifications, newest first; isNull(readAt) finds the unread ones. Needs the scope `notifications.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Notification>> {
    return this.#transport.page(
      { operation: 'searchNotifications', method: 'POST', path: '/v3/notifications/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Notification> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Count your unread notifications. Needs the scope `notifications.read`. */
  countUnread(options?: CallOptions): Promise<types.UnreadCount> {
    return this.#transport.data(
      { operation: 'countUnreadNotifications', method: 'GET', path: '/v3/notifications/unread' },
      options,
    );
  }

  /** Mark notifications of yours as read: those with these ids, or all. Needs the scope `notifications.write`. */
  markRead(body: types.MarkNotificationsReadBody, options?: CallOptions): Promise<types.MarkedRead> {
    return this.#transport.data(
      { operation: 'markNotificationsRead', method: 'POST', path: '/v3/notifications/read', body, isKeyed: true },
      options,
    );
  }
}
