// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Messages that a provider has approved, to send outside an open conversation. */
export class Templates {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a template as a draft; it can be sent after it is submitted and approved. Needs the scope `message_templates.write`. */
  create(body: types.CreateMessageTemplateBody, options?: CallOptions): Promise<types.MessageTemplate> {
    return this.#transport.data(
      { operation: 'createMessageTemplate', method: 'POST', path: '/v3/message_templates', body, isKeyed: true },
      options,
    );
  }

  /** Read a template. Needs the scope `message_templates.read`. */
  get(messageTemplateId: string, options?: CallOptions): Promise<types.MessageTemplate> {
    return this.#transport.data(
      { operation: 'getMessageTemplate', method: 'GET', path: path`/v3/message_templates/${messageTemplateId}` },
      options,
    );
  }

  /** Change a draft or a rejected template; what is not given stays. Needs the scope `message_templates.write`. */
  update(
    messageTemplateId: string,
    body: types.UpdateMessageTemplateBody,
    options?: CallOptions,
  ): Promise<types.MessageTemplate> {
    return this.#transport.data(
      {
        operation: 'updateMessageTemplate',
        method: 'PUT',
        path: path`/v3/message_templates/${messageTemplateId}`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /** Delete a template, here at once and at the provider shortly after. Needs the scope `message_templates.write`. */
  delete(messageTemplateId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteMessageTemplate', method: 'DELETE', path: path`/v3/message_templates/${messageTemplateId}` },
      options,
    );
  }

  /** Submit a draft or a rejected template for review; channels without a review approve it at once. Needs the scope `message_templates.write`. */
  submit(messageTemplateId: string, options?: CallOptions): Promise<types.MessageTemplate> {
    return this.#transport.data(
      {
        operation: 'submitMessageTemplate',
        method: 'POST',
        path: path`/v3/message_templates/${messageTemplateId}/submit`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }

  /** Search templates; search looks in the name. Needs the scope `message_templates.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.MessageTemplate>> {
    return this.#transport.page(
      { operation: 'searchMessageTemplates', method: 'POST', path: '/v3/message_templates/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.MessageTemplate> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
