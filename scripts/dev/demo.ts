import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { type Connected, type ConnectOptions, connect, type Kind, reconnect } from '../../sandbox/src/index.ts';
import type { Receiver } from './receiver.ts';
import { admin } from './services.ts';
import type { DevSettings } from './settings.ts';
import { type DevState, readState, writeState } from './state.ts';

export type Demo = { tenantId: string; accessToken: string; channels: Connected[]; chatId: string; contactId: string };

/** The customer of all examples. */
export const ada = { from: '4915112345678', name: 'Ada Lovelace' };

const kinds: Kind[] = ['whatsapp', 'sms', 'email', 'instagram'];
const ARRIVES_WITHIN_MS = 15_000;

/** Creates, or finds from the last run, a tenant with a channel of each kind, a webhook for all events, and a chat. */
export async function prepareDemo(settings: DevSettings, receiver: Receiver): Promise<Demo> {
  const state = await livingState(settings);
  const save = () => writeState(settings.stateFile, state);
  const api = createApi(settings.apiUrl, state.accessToken);
  state.webhook = await subscribe(api, state.webhook, receiver);
  await save();
  const options = { apiUrl: settings.apiUrl, token: state.accessToken, sandbox: settings.sandbox };
  const channels: Connected[] = [];
  for (const kind of kinds) channels.push(await connected(state, kind, options));
  state.channels = channels.map(({ kind, channelId, credentials }) => ({ kind, channelId, credentials }));
  await save();
  return { tenantId: state.tenantId, accessToken: state.accessToken, channels, ...(await firstWords(settings, api, channels)) };
}

/** Returns the tenant of the last run, or a new one if the database does not have it. */
async function livingState(settings: DevSettings): Promise<DevState> {
  const known = await readState(settings.stateFile);
  if (known && (await createApi(settings.apiUrl, known.accessToken)('POST', '/v3/channels/search', {})).status === 200)
    return known;
  const made = await admin(settings, 'tenant', 'create', '--name', 'Demo', '--plan', 'ultra', '--json');
  const state: DevState = { ...(JSON.parse(made) as Pick<DevState, 'tenantId' | 'accessToken'>), channels: [] };
  await writeState(settings.stateFile, state);
  return state;
}

/** Creates the webhook or reactivates it: it may have been disabled while nothing was running. */
async function subscribe(api: Api, known: DevState['webhook'], receiver: Receiver): Promise<{ id: string; secret: string }> {
  if (known) {
    receiver.trust(known.secret);
    const { status } = await api('PUT', `/v3/api_webhooks/${known.id}`, { url: receiver.url, status: 'active' });
    if (status === 200) return known;
  }
  const { id, secret } = accepted(await api('POST', '/v3/api_webhooks', { url: receiver.url, events: [{}] })) as Record<
    'id' | 'secret',
    string
  >;
  receiver.trust(secret);
  return { id, secret };
}

async function connected(state: DevState, kind: Kind, options: ConnectOptions): Promise<Connected> {
  const known = state.channels.find((channel) => channel.kind === kind);
  return (known && (await reconnect(known, options))) ?? connect(kind, { ...options, name: `Demo ${kind}` });
}

/**
 * Sends a WhatsApp message as Ada at every start: the sandbox keeps no state, and WhatsApp allows free answers only within a day.
 */
async function firstWords(
  { sandbox }: DevSettings,
  api: Api,
  channels: Connected[],
): Promise<Pick<Demo, 'chatId' | 'contactId'>> {
  const { accountId, channelId } = channels.find(({ kind }) => kind === 'whatsapp') as Connected;
  const phone = createApi(sandbox.url);
  await phone('POST', `/_sandbox/accounts/${accountId}/phone`, { ...ada, text: 'Hello, is anybody there?' });
  const startedAt = performance.now();
  while (performance.now() - startedAt < ARRIVES_WITHIN_MS) {
    const chats = accepted(await api('POST', '/v3/chats/search', { query: `eq(channelId,"${channelId}")` })) as unknown as Chat[];
    const chat = chats.find(({ handle }) => handle.value === `+${ada.from}`);
    if (chat?.openUntil && new Date(chat.openUntil) > new Date()) return { chatId: chat.id, contactId: chat.contact.id };
    await wait(50);
  }
  throw new Error('The first message of the demo did not arrive; DEV_VERBOSE=1 npm run dev shows all logs.');
}

type Chat = { id: string; contact: { id: string }; handle: { value: string }; openUntil: string | null };
type Answer = { status: number; body: Record<string, unknown> };
type Api = (method: 'POST' | 'PUT', path: string, body: object) => Promise<Answer>;

function createApi(baseUrl: string, token?: string): Api {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return async (method, path, body) => {
    const answer = await request(baseUrl + path, { method, headers, body: JSON.stringify(body) });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
  };
}

function accepted({ status, body }: Answer): Record<string, unknown> {
  if (status >= 300) throw new Error(`The API refused a request of the demo: ${JSON.stringify(body)}`);
  return body.data as Record<string, unknown>;
}
