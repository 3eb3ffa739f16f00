// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Endpoints that receive events, and all deliveries to them. */
export class Webhooks {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Subscribe an endpoint to events; the signing secret is shown only in this response. Needs the scope `webhooks.write`. */
  create(body: types.CreateWebhookBody, options?: CallOptions): Promise<types.CreateWebhookResult> {
    return this.#transport.data(
      { operation: 'createWebhook', method: 'POST', path: '/v3/api_webhooks', body, isKeyed: true },
      options,
    );
  }

  /** Read a webhook. Needs the scope `webhooks.read`. */
  get(webhookId: string, options?: CallOptions): Promise<types.Webhook> {
    return this.#transport.data({ operation: 'getWebhook', method: 'GET', path: path`/v3/api_webhooks/${webhookId}` }, options);
  }

  /** Change a webhook; events are replaced when given, what is not given stays. Needs the scope `webhooks.write`. */
  update(webhookId: string, body: types.UpdateWebhookBody, options?: CallOptions): Promise<types.Webhook> {
    return this.#transport.data(
      { operation: 'updateWebhook', method: 'PUT', path: path`/v3/api_webhooks/${webhookId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a webhook. Needs the scope `webhooks.write`. */
  delete(webhookId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteWebhook', method: 'DELETE', path: path`/v3/api_webhooks/${webhookId}` },
      options,
    );
  }

  /** Search webhooks; search looks in the URL. Needs the scope `webhooks.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Webhook>> {
    return this.#transport.page({ operation: 'searchWebhooks', method: 'POST', path: '/v3/api_webhooks/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Webhook> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Create a new signing secret; the old one also signs until the overlap ends. Needs the scope `webhooks.write`. */
  rotateSecret(
    webhookId: string,
    body: types.RotateWebhookSecretBody = {},
    options?: CallOptions,
  ): Promise<types.RotateWebhookSecretResult> {
    return this.#transport.data(
      {
        operation: 'rotateWebhookSecret',
        method: 'POST',
        path: path`/v3/api_webhooks/${webhookId}/rotate_secret`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /** Send a test event to this endpoint only. Needs the scope `webhooks.write`. */
  test(webhookId: string, options?: CallOptions): Promise<types.TestWebhookResult> {
    return this.#transport.data(
      { operation: 'testWebhook', method: 'POST', path: path`/v3/api_webhooks/${webhookId}/test`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Redeliver the events of a time range, in the background. Needs the scope `webhooks.write`. */
  replay(webhookId: string, body: types.ReplayWebhookBody, options?: CallOptions): Promise<void> {
    return this.#transport.done(
      { operation: 'replayWebhook', method: 'POST', path: path`/v3/api_webhooks/${webhookId}/replay`, body, isKeyed: true },
      options,
    );
  }

  /** Search the deliveries of a webhook. Needs the scope `webhooks.read`. */
  searchDeliveries(webhookId: string, body: Search = {}, options?: CallOptions): Promise<Page<types.Delivery>> {
    return this.#transport.page(
      { operation: 'searchDeliveries', method: 'POST', path: path`/v3/api_webhooks/${webhookId}/deliveries/search`, body },
      options,
    );
  }

  /** All that `searchDeliveries` finds, page by page. */
  eachDeliveries(webhookId: string, search: Each = {}, options?: CallOptions): AsyncGenerator<types.Delivery> {
    return eachItem(search, (body) => this.searchDeliveries(webhookId, body, options));
  }

  /** Count the deliveries of a webhook by hour or day: succeeded, failed, pending, and their attempts. Needs the scope `webhooks.read`. */
  readStatistics(
    webhookId: string,
    body: types.ReadWebhookStatisticsBody,
    options?: CallOptions,
  ): Promise<types.DeliveryStatistics> {
    return this.#transport.data(
      { operation: 'readWebhookStatistics', method: 'POST', path: path`/v3/api_webhooks/${webhookId}/statistics`, body },
      options,
    );
  }

  /** Read a delivery with every attempt. Needs the scope `webhooks.read`. */
  getDelivery(webhookId: string, deliveryId: string, options?: CallOptions): Promise<types.GetDeliveryResult> {
    return this.#transport.data(
      { operation: 'getDelivery', method: 'GET', path: path`/v3/api_webhooks/${webhookId}/deliveries/${deliveryId}` },
      options,
    );
  }

  /** Redeliver an event now, with the same webhook-id. Needs the scope `webhooks.write`. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<types.RedeliverResult> {
    return this.#transport.data(
      {
        operation: 'redeliver',
        method: 'POST',
        path: path`/v3/api_webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }
}
