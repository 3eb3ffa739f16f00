import { type Connected, type ConnectOptions, connect, type Kind, startSandbox } from '../../sandbox/src/index.ts';
import type { Api, Json } from './api.ts';

/** The sandbox, where the providers would be: people with phones, and what was really sent to them. */
export type Provider = {
  /** A channel of this kind and its account at the provider, each knowing the other. */
  line(api: Api, kind: Kind, channel?: ConnectOptions['channel']): Promise<Line>;
  close(): Promise<void>;
};

export type Line = Pick<Connected, 'kind' | 'channelId' | 'inboundUrl' | 'credentials'> & {
  /** Somebody writes; answers the provider's id of it. */
  write(message: { from: string; [field: string]: unknown }): Promise<string>;
  /** The provider calls us with anything else: a status, an echo, a preference. */
  tell(...updates: Record<string, unknown>[]): Promise<void>;
  /** How the provider behaves from now on. */
  turn(knobs: Record<string, unknown>): Promise<void>;
  /** What the provider was asked to send, in order, as it came. */
  sent(): Promise<Json[]>;
};

export async function startProvider(): Promise<Provider> {
  const sandbox = await startSandbox();
  return { ...providerAt(sandbox), close: sandbox.stop };
}

/** A sandbox that somebody else has started, beside a server that may call it. */
export const providerAt = (sandbox: { url: string; smtpPort: number }): Provider => ({
  async line(api, kind, channel) {
    const options = { apiUrl: api.baseUrl, token: api.token, sandbox, name: `conformance ${kind}`, ...(channel && { channel }) };
    const connected = await connect(kind, options);
    api.keepInMind(`/v3/channels/${connected.channelId}`);
    return { ...connected, ...phoneOf(`${sandbox.url}/_sandbox/accounts/${connected.accountId}`) };
  },
  close: async () => undefined,
});

function phoneOf(account: string): Pick<Line, 'write' | 'tell' | 'turn' | 'sent'> {
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
    tell: (...updates) => ask('POST', '/emit', { updates }),
    turn: (knobs) => ask('PUT', '/knobs', knobs),
    sent: async () => (await ask('GET', '/sent?limit=1000')).sends,
  };
}
