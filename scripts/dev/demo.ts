import { setTimeout as wait } from 'node:timers/promises';
import { type Connected, type ConnectOptions, connect, type Kind, kinds, reconnect } from '../../sandbox/src/index.ts';
import { type Api, accepted, createApi } from './api.ts';
import { developerAccount, signInLink } from './developer.ts';
import type { Receiver } from './receiver.ts';
import { restorePhones } from './seed/restore.ts';
import { seedDemo } from './seed/seed.ts';
import { admin } from './services.ts';
import type { DevSettings } from './settings.ts';
import { type DevState, readState, writeState } from './state.ts';

export type Demo = {
  tenantId: string;
  accessToken: string;
  channels: Connected[];
  chatId: string;
  contactId: string;
  /** Signs the developer in, once. */
  consoleUrl: string;
};

/** The customer of all examples. */
export const ada = { from: '4915112345678', name: 'Ada Lovelace' };

const ARRIVAL_TIMEOUT_MS = 15_000;

/** Creates, or finds from the last run, a tenant with a channel of each kind, a webhook for all events, and a chat. */
export async function prepareDemo(settings: DevSettings, receiver: Receiver): Promise<Demo> {
  const state = await livingState(settings);
  const save = () => writeState(settings.stateFile, state);
  const api = createApi(settings.apiUrl, state.accessToken);
  const options = { apiUrl: settings.apiUrl, token: state.accessToken, sandbox: settings.sandbox };
  const channels: Connected[] = [];
  for (const kind of kinds) channels.push(await connected(state, kind, options));
  state.channels = channels.map(({ kind, channelId, credentials }) => ({ kind, channelId, credentials }));
  await save();
  await fillDemo(settings, state, channels);
  await save();
  state.webhook = await subscribe(api, state.webhook, receiver); // after the demo data, whose events nobody wants to read
  state.developer = await developerAccount(settings, api, state.developer);
  await save();
  const first = await firstWords(settings, api, channels);
  const consoleUrl = await signInLink(settings, state.tenantId, state.developer.email, first.chatId);
  return { tenantId: state.tenantId, accessToken: state.accessToken, channels, ...first, consoleUrl };
}

/** Creates the demo data once, and at every start gives the sandbox its conversations back. */
async function fillDemo(settings: DevSettings, state: DevState, channels: Connected[]): Promise<void> {
  const { apiUrl, sandbox, config, demo } = settings;
  const { tenantId, accessToken: token } = state;
  if (demo === 'shop' && !state.isSeeded) {
    console.log('Creating the demo shop: 30 customers, 60 chats, templates, a campaign …');
    await seedDemo({ apiUrl, sandboxUrl: sandbox.url, databaseUrl: config.DATABASE_URL, tenantId, token, channels });
    state.isSeeded = true;
  }
  await restorePhones(createApi(apiUrl, token), createApi(sandbox.url), channels);
}

/** Returns the tenant of the last run, or a new one if the database does not have it. */
async function livingState(settings: DevSettings): Promise<DevState> {
  const known = await readState(settings.stateFile);
  const usage = known && (await createApi(settings.apiUrl, known.accessToken)('GET', '/v3/usage'));
  if (known && (usage?.body.data as { mode?: string } | undefined)?.mode === 'sandbox') return known;
  const made = await admin(settings, 'tenant', 'create', '--name', 'Halden Cycles', '--plan', 'ultra', '--sandbox', '--json');
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
  const made = await api('POST', '/v3/api_webhooks', { url: receiver.url, events: [{}] });
  const { id, secret } = accepted<Record<'id' | 'secret', string>>(made);
  receiver.trust(secret);
  return { id, secret };
}

/** A channel of another kind is called like its kind. */
const CHANNEL_NAMES: Partial<Record<Kind, string>> = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  email: 'Help mailbox',
  instagram: 'Instagram',
};

async function connected(state: DevState, kind: Kind, options: ConnectOptions): Promise<Connected> {
  const known = state.channels.find((channel) => channel.kind === kind);
  return (known && (await reconnect(known, options))) ?? connect(kind, { ...options, name: CHANNEL_NAMES[kind] ?? kind });
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
  while (performance.now() - startedAt < ARRIVAL_TIMEOUT_MS) {
    const chats = accepted<Chat[]>(
      await api('POST', '/v3/chats/search', { query: `eq(channelId,"${channelId}")`, pagination: { page: 0, limit: 100 } }),
    );
    const chat = chats.find(({ handle }) => handle.value === `+${ada.from}`);
    if (chat?.openUntil && new Date(chat.openUntil) > new Date()) return { chatId: chat.id, contactId: chat.contact.id };
    await wait(50);
  }
  throw new Error('The first message of the demo did not arrive; DEV_VERBOSE=1 npm run dev shows all logs.');
}

type Chat = { id: string; contact: { id: string }; handle: { value: string }; openUntil: string | null };
