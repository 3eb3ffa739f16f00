// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Customers and providers of sandbox tenants: write as a customer, read phones, let a provider fail. */
export class Sandbox {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the channels of a sandbox tenant that customers of the sandbox can write to. Needs the scope `channels.read`. */
  listChannels(options?: CallOptions): Promise<Array<types.SandboxChannel>> {
    return this.#transport.data({ operation: 'listSandboxChannels', method: 'GET', path: '/v3/sandbox/channels' }, options);
  }

  /** Read how the provider of a channel behaves. Needs the scope `channels.read`. */
  getChannel(channelId: string, options?: CallOptions): Promise<types.SandboxBehaviour> {
    return this.#transport.data(
      { operation: 'getSandboxChannel', method: 'GET', path: path`/v3/sandbox/channels/${channelId}` },
      options,
    );
  }

  /** Change how the provider of a channel behaves: delays, refusals, lost answers, repeated callbacks, order. Needs the scope `channels.write`. */
  updateChannel(channelId: string, body: types.UpdateSandboxChannelBody, options?: CallOptions): Promise<types.SandboxBehaviour> {
    return this.#transport.data(
      { operation: 'updateSandboxChannel', method: 'PUT', path: path`/v3/sandbox/channels/${channelId}`, body, isKeyed: true },
      options,
    );
  }

  /** Let the provider of a channel behave well again; conversations: true empties its phones too. Needs the scope `channels.write`. */
  resetChannel(
    channelId: string,
    body: types.ResetSandboxChannelBody = {},
    options?: CallOptions,
  ): Promise<types.SandboxBehaviour> {
    return this.#transport.data(
      {
        operation: 'resetSandboxChannel',
        method: 'POST',
        path: path`/v3/sandbox/channels/${channelId}/reset`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /** List the customers who wrote to a channel or received something, at most 200. Needs the scope `messages.read`. */
  listPeople(channelId: string, options?: CallOptions): Promise<Array<types.SandboxPerson>> {
    return this.#transport.data(
      { operation: 'listSandboxPeople', method: 'GET', path: path`/v3/sandbox/channels/${channelId}/people` },
      options,
    );
  }

  /** Read what is on the phone of a customer: the latest 50 messages in both directions. Needs the scope `messages.read`. */
  readPhone(channelId: string, body: types.ReadSandboxPhoneBody, options?: CallOptions): Promise<types.SandboxPhone> {
    return this.#transport.data(
      { operation: 'readSandboxPhone', method: 'POST', path: path`/v3/sandbox/channels/${channelId}/phone`, body },
      options,
    );
  }

  /** Write to a channel as a customer: a text, a mail, a file, a reply, a reaction, a button or a location. Needs the scope `messages.write`. */
  writeAsCustomer(
    channelId: string,
    body: types.WriteAsSandboxCustomerBody,
    options?: CallOptions,
  ): Promise<types.WriteAsSandboxCustomerResult> {
    return this.#transport.data(
      {
        operation: 'writeAsSandboxCustomer',
        method: 'POST',
        path: path`/v3/sandbox/channels/${channelId}/messages`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /** List the latest 50 requests between Patchbay and the provider of a channel, the latest first. Needs the scope `channels.read`. */
  listRequests(channelId: string, options?: CallOptions): Promise<Array<types.SandboxRequest>> {
    return this.#transport.data(
      { operation: 'listSandboxRequests', method: 'GET', path: path`/v3/sandbox/channels/${channelId}/requests` },
      options,
    );
  }

  /** Close the messaging window of a chat at once, as if the customer had last written days ago. Needs the scope `chats.write`. */
  closeWindow(chatId: string, options?: CallOptions): Promise<types.Chat> {
    return this.#transport.data(
      { operation: 'closeSandboxWindow', method: 'POST', path: path`/v3/sandbox/chats/${chatId}/close_window`, isKeyed: true },
      options,
    );
  }
}
