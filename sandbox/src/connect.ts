import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';

export type Kind = 'whatsapp' | 'sms' | 'email' | 'instagram';
/** The ids and secrets that both sides must know. The API never shows them again. */
export type Credentials = Record<string, string>;
export type Connected = { kind: Kind; channelId: string; accountId: string; inboundUrl: string; credentials: Credentials };
export type ConnectOptions = {
  /** Where Patchbay's API is, and a token that may write channels. */
  apiUrl: string;
  token: string;
  sandbox: { url: string; smtpPort: number };
  name?: string;
  /** More for the channel: `{ sendGuarantee: 'idempotent', ratePerSecond: 500 }`. */
  channel?: Record<string, unknown>;
  /** More settings for the channel, and more for its account here: `{ coexistence: true }`. */
  settings?: Record<string, unknown>;
  account?: Record<string, unknown>;
};

/** Makes a channel in Patchbay and its counterpart here, each knowing the other: what an integrator does with a provider's console. */
export async function connect(kind: Kind, options: ConnectOptions): Promise<Connected> {
  const credentials = plans[kind].invent();
  const settings = { ...plans[kind].settings(credentials, options.sandbox), ...options.settings };
  const body = { type: kind, name: options.name ?? `Sandbox ${kind}`, settings, ...options.channel };
  return openAccount(kind, await ask('POST', `${options.apiUrl}/v3/channels`, body, options.token), credentials, options);
}

/**
 * Makes the counterpart of a channel that is there already, after the sandbox forgot it or moved. Whoever connected it must
 * have kept its credentials. Answers nothing when the channel is gone.
 */
export async function reconnect(
  { kind, channelId, credentials }: Pick<Connected, 'kind' | 'channelId' | 'credentials'>,
  options: ConnectOptions,
): Promise<Connected | undefined> {
  const settings = plans[kind].settings(credentials, options.sandbox);
  const changed = await tell('PUT', `${options.apiUrl}/v3/channels/${channelId}`, { settings }, options.token);
  return changed.status === 404 ? undefined : openAccount(kind, accepted(changed), credentials, options);
}

async function openAccount(
  kind: Kind,
  channel: Record<string, unknown>,
  credentials: Credentials,
  { apiUrl, sandbox, account: more }: ConnectOptions,
): Promise<Connected> {
  const { id: channelId, inboundUrl } = channel.data as { id: string; inboundUrl: string };
  const accountId = `${kind}-${channelId}`;
  // The public URL may be one that only the outside environment can reach; the sandbox sits beside the API.
  const callbackUrl = `${apiUrl}/inbound/${channelId}`;
  const account = { kind, callbackUrl, ...plans[kind].account(credentials), ...more };
  await ask('PUT', `${sandbox.url}/_sandbox/accounts/${accountId}`, account);
  return { kind, channelId, accountId, inboundUrl, credentials };
}

/** What each side is told of the credentials, in its own words. */
type Plan = {
  invent(): Credentials;
  settings(credentials: Credentials, sandbox: ConnectOptions['sandbox']): Record<string, unknown>;
  account(credentials: Credentials): Record<string, unknown>;
};

const digits = (n: number): string => Array.from(randomBytes(n), (byte) => byte % 10).join('');
const secret = (): string => randomBytes(16).toString('hex');

const meta = () => ({ accessToken: secret(), appSecret: secret(), verifyToken: secret() });

const plans: Record<Kind, Plan> = {
  whatsapp: {
    invent: () => ({
      phoneNumberId: `1${digits(14)}`,
      wabaId: `2${digits(14)}`,
      appId: `3${digits(14)}`,
      ...meta(),
      displayPhoneNumber: `1555${digits(7)}`,
    }),
    settings: ({ displayPhoneNumber: _onlyTheirs, ...shared }, { url }) => ({ baseUrl: `${url}/graph`, ...shared }),
    account: (credentials) => credentials,
  },
  instagram: {
    invent: () => ({ igId: `178${digits(14)}`, ...meta() }),
    settings: (shared, { url }) => ({ baseUrl: `${url}/graph`, ...shared }),
    account: (shared) => shared,
  },
  sms: {
    invent: () => ({ accountSid: `AC${secret()}`, authToken: secret(), number: `+1555${digits(7)}` }),
    settings: ({ number, ...shared }, { url }) => ({ baseUrl: `${url}/twilio`, from: number, ...shared }),
    account: (credentials) => credentials,
  },
  email: {
    invent: () => ({
      address: `support-${digits(6)}@sandbox.test`,
      password: secret(),
      callbackUsername: 'patchbay',
      callbackPassword: secret(),
    }),
    settings: ({ address, password, ...callback }, { smtpPort }) => ({
      address,
      smtpHost: '127.0.0.1',
      smtpPort,
      smtpUsername: address,
      smtpPassword: password,
      ...callback,
    }),
    account: (credentials) => ({ username: credentials.address, ...credentials }),
  },
};

type Answer = { status: number; text: string; what: string };

async function tell(method: 'POST' | 'PUT', url: string, body: object, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const answer = await request(url, { method, headers, body: JSON.stringify(body) });
  return { status: answer.statusCode, text: await answer.body.text(), what: `${method} ${url}` };
}

function accepted({ status, text, what }: Answer): Record<string, unknown> {
  if (status >= 300) throw new Error(`${what} answered ${status}: ${text}`);
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

const RETRIED: ReadonlySet<number> = new Set([429, 503]);
const MOST_TRIES = 30;
const RETRY_MS = 1_000;

/** As a client should: what was refused for now is asked again. */
async function ask(...call: Parameters<typeof tell>): Promise<Record<string, unknown>> {
  for (let tries = 1; ; tries++) {
    const answer = await tell(...call);
    if (!RETRIED.has(answer.status) || tries === MOST_TRIES) return accepted(answer);
    await wait(RETRY_MS);
  }
}
