// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../../path.ts';
import type { CallOptions, Transport } from '../../../transport.ts';
import type * as types from '../../types.ts';

/** Endpoints that receive events, and all deliveries to them. */
export class Webhooks {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List webhooks: those made through v2, and those of v3 that v2 can express. Needs the scope `webhooks.read`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  list(options?: CallOptions): Promise<Array<types.WebhookV2>> {
    return this.#transport.data({ operation: 'v2ListWebhooks', method: 'GET', path: '/v2/api_webhooks' }, options);
  }

  /** Subscribe an endpoint to one type of event. Get its signing secret from POST /v3/api_webhooks/{webhookId}/rotate_secret: this response has none. Needs the scope `webhooks.write`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  create(body: types.V2CreateWebhookBody, options?: CallOptions): Promise<types.WebhookV2> {
    return this.#transport.data(
      { operation: 'v2CreateWebhook', method: 'POST', path: '/v2/api_webhooks', body, isKeyed: true },
      options,
    );
  }

  /** Change the URL of a webhook, or switch it on or off. Needs the scope `webhooks.write`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  update(webhookId: string, body: types.V2UpdateWebhookBody, options?: CallOptions): Promise<types.WebhookV2> {
    return this.#transport.data(
      { operation: 'v2UpdateWebhook', method: 'PUT', path: path`/v2/api_webhooks/${webhookId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a webhook. Needs the scope `webhooks.write`.
   * @deprecated Version 2 ends at the date its operator has set.
   */
  delete(webhookId: string, options?: CallOptions): Promise<types.V2DeleteWebhookResult> {
    return this.#transport.data(
      { operation: 'v2DeleteWebhook', method: 'DELETE', path: path`/v2/api_webhooks/${webhookId}` },
      options,
    );
  }
}
