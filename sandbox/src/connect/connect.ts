import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Credentials } from '../channel-definition.ts';
import { channels } from '../channels.ts';
import type { Kind } from '../environment.ts';

export type Connected = { kind: Kind; channelId: string; accountId: string; inboundUrl: string; credentials: Credentials };
export type ConnectOptions = {
  /** Patchbay's API, and a token that may write channels. */
  apiUrl: string;
  token: string;
  sandbox: { url: string; smtpPort: number };
  name?: string;
  /** More fields of the channel: `{ sendGuarantee: 'idempotent', ratePerSecond: 500 }`. */
  channel?: Record<string, unknown>;
  /** More settings of the channel, and more fields of its account: `{ coexistence: true }`. */
  settings?: Record<string, unknown>;
  account?: Record<string, unknown>;
};

/** Creates a channel in Patchbay and its account in the sandbox, as an integrator does in a provider's console. */
export async function connect(kind: Kind, options: ConnectOptions): Promise<Connected> {
  const credentials = channels[kind].connect.newCredentials();
  const settings = { ...channels[kind].connect.settings(credentials, options.sandbox), ...options.settings };
  const body = { type: kind, name: options.name ?? `Sandbox ${kind}`, settings, ...options.channel };
  return openAccount(
    kind,
    await sendUntilAccepted('POST', `${options.apiUrl}/v3/channels`, body, options.token),
    credentials,
    options,
  );
}

/**
 * Creates the account of an existing channel again, after the sandbox was restarted or moved. The caller must have stored the credentials.
 * Returns undefined if the channel does not exist.
 */
export async function reconnect(
  { kind, channelId, credentials }: Pick<Connected, 'kind' | 'channelId' | 'credentials'>,
  options: ConnectOptions,
): Promise<Connected | undefined> {
  const settings = channels[kind].connect.settings(credentials, options.sandbox);
  const changed = await send('PUT', `${options.apiUrl}/v3/channels/${channelId}`, { settings }, options.token);
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
  // The public URL may not be reachable from here; the sandbox runs beside the API.
  const callbackUrl = `${apiUrl}/inbound/${channelId}`;
  const account = { kind, callbackUrl, ...channels[kind].connect.account(credentials), ...more };
  await sendUntilAccepted('PUT', `${sandbox.url}/_sandbox/accounts/${accountId}`, account);
  return { kind, channelId, accountId, inboundUrl, credentials };
}

type Answer = { status: number; text: string; what: string };

async function send(method: 'POST' | 'PUT', url: string, body: object, token?: string): Promise<Answer> {
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

/** Sends a request and retries temporary refusals. */
async function sendUntilAccepted(...call: Parameters<typeof send>): Promise<Record<string, unknown>> {
  for (let tries = 1; ; tries++) {
    const answer = await send(...call);
    if (!RETRIED.has(answer.status) || tries === MOST_TRIES) return accepted(answer);
    await wait(RETRY_MS);
  }
}
