import { setTimeout as wait } from 'node:timers/promises';
import type { Connected } from '../../../sandbox/src/index.ts';
import { type Api, accepted, createApi, inParallel } from '../api.ts';
import { ageChats } from './age.ts';
import { makeCampaigns } from './campaigns.ts';
import { makeAttributes, makeAutomation, makeLabels, makeSnippets, makeTeam, makeTemplates, makeUser } from './catalogue.ts';
import { type Conversation, conversations, RUNS, type Turn } from './conversations.ts';
import { type Customer, colleagues, customers } from './people.ts';
import { drawBicycle } from './picture.ts';

export type SeedOptions = {
  apiUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  tenantId: string;
  token: string;
  channels: Connected[];
};

type Shop = SeedOptions & { api: Api; sandbox: Api; colleagueApis: Api[]; userIds: string[]; photo: string };
type Chat = {
  id: string;
  channelId: string;
  handle: { value: string };
  latestMessage: { sender: string; text: string | null } | null;
};

const WIDTH = 6;
const ARRIVAL_TIMEOUT_MS = 60_000;
const SECOND_MS = 1_000;

/** Fills a sandbox tenant with the work of a small web shop, through the API and the phones of its customers. */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const api = createApi(options.apiUrl, options.token);
  const sandbox = createApi(options.sandboxUrl);
  const labels = await makeLabels(api);
  const attributes = await makeAttributes(api);
  const userIds: string[] = [];
  for (const colleague of colleagues) userIds.push(await makeUser(api, colleague));
  const [, colleagueApis] = await Promise.all([
    makeTeam(api, userIds),
    Promise.all(userIds.map((userId, i) => actAs(options, api, userId, colleagues[i]?.name ?? ''))),
    makeSnippets(api),
    makeContacts(api, labels, attributes),
  ]);
  const whatsapp = channelOf(options, 'whatsapp');
  const templates = await makeTemplates(api, sandbox, whatsapp.accountId, whatsapp.channelId);
  await makeCampaigns(api, sandbox, whatsapp, { templates, labels });
  const shop = { ...options, api, sandbox, colleagueApis, userIds, photo: drawBicycle() };
  await talk(shop, conversations.slice(0, -RUNS));
  await makeAutomation(api, String(labels.welcomed));
  await talk(shop, conversations.slice(-RUNS));
  await arrange(shop);
}

/** Returns the API as a colleague: messages and notes name their author. */
async function actAs({ apiUrl }: SeedOptions, api: Api, userId: string, name: string): Promise<Api> {
  const scopes = ['chats.read', 'chats.write', 'messages.write', 'notes.write', 'files.write'];
  const { accessToken } = accepted<{ accessToken: string }>(await api('POST', '/v3/access_tokens', { name, scopes, userId }));
  return createApi(apiUrl, accessToken);
}

const channelOf = ({ channels }: Pick<SeedOptions, 'channels'>, kind: string): Connected =>
  channels.find((channel) => channel.kind === kind) as Connected;

type Ids = Record<string, string>;

const makeContacts = (api: Api, labels: Ids, attributes: Ids): Promise<void> =>
  inParallel(customers, WIDTH, async (customer) => {
    const [firstName, ...rest] = customer.name.split(' ');
    const handles = customer.instagram ? [{ type: 'instagram_id', value: customer.instagram }] : [];
    const made = await api('POST', '/v3/contacts', {
      firstName,
      lastName: rest.join(' ') || null,
      ...(customer.phone && { phoneNumber: customer.phone }),
      ...(customer.email && { email: customer.email }),
      handles,
      labels: customer.labels.map((name) => ({ id: labels[name] })),
      attributes: Object.entries(customer.known).map(([name, value]) => ({ id: attributes[name], value })),
    });
    if (made.status !== 409) accepted(made); // the contact is there from an earlier run
  });

const addressOf = (customer: Customer, kind: string): string =>
  (kind === 'email' ? customer.email : kind === 'instagram' ? customer.instagram : customer.phone) ?? '';

/** Lets all customers and colleagues write, turn by turn: everybody's first message, then everybody's second. */
async function talk(shop: Shop, some: readonly Conversation[]): Promise<void> {
  const known = await chatsBy(shop);
  const fresh = some.filter((one) => !isTold(known.get(keyOf(shop, one)), one));
  const longest = Math.max(0, ...fresh.map(({ turns }) => turns.length));
  for (let turn = 0; turn < longest; turn++) {
    // Providers date messages by the second, so an answer within the same second would come before the question.
    await wait(SECOND_MS - (Date.now() % SECOND_MS));
    const chats = await chatsBy(shop);
    const awaited = new Map<string, string>();
    await inParallel(fresh, WIDTH, async (conversation) => {
      const next = conversation.turns[turn];
      if (!next) return;
      if (next.by === 'c') awaited.set(keyOf(shop, conversation), await writeAsCustomer(shop, conversation, next));
      else await answer(shop, conversation, next, chats.get(keyOf(shop, conversation)));
    });
    await untilArrived(shop, awaited);
  }
}

/** A conversation whose last words are the latest of its chat was held by an earlier run that was interrupted. */
const isTold = (chat: Chat | undefined, { turns }: Conversation): boolean =>
  chat !== undefined && chat.latestMessage?.text === turns.findLast(({ by }) => by !== 'n')?.text;

const keyOf = (shop: Shop, { customer, kind }: Conversation): string =>
  `${channelOf(shop, kind).channelId} ${addressOf(customer, kind)}`;

async function chatsBy({ api }: Shop): Promise<Map<string, Chat>> {
  const chats = accepted<Chat[]>(await api('POST', '/v3/chats/search', { pagination: { page: 0, limit: 100 } }));
  return new Map(chats.map((chat) => [`${chat.channelId} ${chat.handle.value}`, chat]));
}

async function writeAsCustomer(shop: Shop, { customer, kind }: Conversation, turn: Turn): Promise<string> {
  const { text, subject, html, photo } = turn;
  const media = photo && { bytesBase64: shop.photo, mimeType: 'image/png', fileName: 'bicycle.png', caption: text };
  const from = addressOf(customer, kind).replace(kind === 'whatsapp' ? '+' : ' ', '');
  const { status, body } = await shop.sandbox('POST', `/_sandbox/accounts/${channelOf(shop, kind).accountId}/phone`, {
    from,
    name: customer.name,
    ...(media && { media }),
    ...(!(media && kind === 'whatsapp') && { text }),
    ...(kind === 'email' && { subject, ...(html && { html }) }),
  });
  if (status >= 300) throw new Error(`The sandbox refused a message of the demo: ${JSON.stringify(body)}`);
  return text;
}

async function answer(shop: Shop, { assignee, kind }: Conversation, turn: Turn, chat: Chat | undefined): Promise<void> {
  const as = shop.colleagueApis[assignee ?? 0] as Api;
  if (!chat) throw new Error(`A chat of the demo is missing: ${turn.text}`);
  if (turn.by === 'n') return void accepted(await as('POST', `/v3/chats/${chat.id}/notes`, { text: turn.text }));
  const buttons = kind === 'whatsapp' || kind === 'instagram' ? turn.buttons : undefined;
  const message = buttons
    ? { type: 'interactive', text: turn.text, buttons: buttons.map((title, i) => ({ id: `size-${i}`, title })) }
    : { type: 'text', text: turn.text, ...(kind === 'email' && turn.subject && { subject: turn.subject }) };
  accepted(await as('POST', `/v3/chats/${chat.id}/messages`, message));
}

/** Waits until the messages of customers are in their chats. */
async function untilArrived(shop: Shop, awaited: Map<string, string>): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await wait(100)) {
    if (awaited.size === 0) return;
    const chats = await chatsBy(shop);
    for (const [key, text] of awaited) if (await hasArrived(shop, chats.get(key), text.slice(0, 20))) awaited.delete(key);
    if (awaited.size > 0 && Date.now() > end)
      throw new Error(`${awaited.size} messages of the demo did not arrive; DEV_VERBOSE=1 npm run dev shows all logs.`);
  }
}

/** An answer of the automation can be later than the message already. */
async function hasArrived({ api }: Shop, chat: Chat | undefined, beginning: string): Promise<boolean> {
  const { latestMessage } = chat ?? {};
  if (!chat || !latestMessage || latestMessage.sender === 'inbound') return latestMessage?.text?.includes(beginning) ?? false;
  const path = `/v3/chats/${chat.id}/messages/search`;
  const newest = accepted<{ content: { body?: string | null } }[]>(await api('POST', path, { pagination: { limit: 5 } }));
  return newest.some(({ content }) => content.body?.includes(beginning));
}

const HOUR_MS = 3_600_000;

/** Assigns, reads, snoozes and closes chats, and moves their messages into the past. */
async function arrange(shop: Shop): Promise<void> {
  const chats = await chatsBy(shop);
  const known = conversations.map((one) => ({ ...one, chatId: chats.get(keyOf(shop, one))?.id as string }));
  await inParallel(known, WIDTH, async ({ chatId, assignee, status, isRead }, index) => {
    const as = shop.colleagueApis[assignee ?? 0] as Api;
    if (assignee !== null) accepted(await shop.api('POST', `/v3/chats/${chatId}/assign`, { userId: shop.userIds[assignee] }));
    if (isRead) accepted(await as('POST', `/v3/chats/${chatId}/read`, {}));
    const snoozedUntil = new Date(Date.now() + (3 + index) * HOUR_MS).toISOString();
    if (status === 'closed') accepted(await as('POST', `/v3/chats/${chatId}/status`, { status }));
    if (status === 'snoozed') accepted(await as('POST', `/v3/chats/${chatId}/status`, { status, snoozedUntil }));
  });
  await ageChats(shop.databaseUrl, shop.tenantId, known);
}
