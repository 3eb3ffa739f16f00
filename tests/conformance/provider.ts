import { type Connected, type ConnectOptions, connect, type Kind, startSandbox } from '../../sandbox/src/index.ts';
import type { Api, Json } from './api.ts';

/** The sandbox as provider: phones, and the messages sent to them. */
export type Provider = {
  /** Connects a channel of this kind with an account of the provider. */
  line(api: Api, kind: Kind, channel?: ConnectOptions['channel']): Promise<Line>;
  close(): Promise<void>;
};

export type Line = Pick<Connected, 'kind' | 'channelId' | 'inboundUrl' | 'credentials'> & {
  /** A contact writes. Returns the vendor id. */
  write(message: { from: string; [field: string]: unknown }): Promise<string>;
  /** The provider sends another callback: a status, an echo, a preference. */
  emit(...updates: Record<string, unknown>[]): Promise<void>;
  /** Sets the behaviour of the provider. */
  turn(knobs: Record<string, unknown>): Promise<void>;
  /** The send requests at the provider, in order. */
  sent(): Promise<Json[]>;
};

export async function startProvider(): Promise<Provider> {
  const sandbox = await startSandbox();
  return { ...providerAt(sandbox), close: sandbox.stop };
}

/** A running sandbox that the foreign server may call. */
export const providerAt = (sandbox: { url: string; smtpPort: number }): Provider => ({
  async line(api, kind, channel) {
    const options = { apiUrl: api.baseUrl, token: api.token, sandbox, name: `conformance ${kind}`, ...(channel && { channel }) };
    const connected = await connect(kind, options);
    api.keepInMind(`/v3/channels/${connected.channelId}`);
    return { ...connected, ...phoneOf(`${sandbox.url}/_sandbox/accounts/${connected.accountId}`) };
  },
  close: async () => undefined,
});

function phoneOf(account: string): Pick<Line, 'write' | 'emit' | 'turn' | 'sent'> {
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await fetch(account + path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    write: async (message) => (await ask('POST', '/phone', message)).vendorId,
    emit: (...updates) => ask('POST', '/emit', { updates }),
    turn: (knobs) => ask('PUT', '/knobs', knobs),
    sent: async () => (await ask('GET', '/sent?limit=1000')).sends,
  };
}
