import { randomInt } from 'node:crypto';
import type { Kind } from '../../sandbox/src/index.ts';
import type { Api, Json, Reply } from './api.ts';
import { succeeded } from './expect.ts';
import { newContact, uniqueEmail, uniquePhoneNumber } from './fixtures.ts';
import type { Line, Provider } from './provider.ts';
import { until } from './until.ts';

/** Returns a new contact's address for this kind of channel. */
export function stranger(kind: Kind): string {
  if (kind === 'email') return uniqueEmail();
  return kind === 'instagram' ? String(randomInt(1e12, 1e14)) : uniquePhoneNumber();
}

/** A connected channel, a contact, and their chat. */
export type Talk = { line: Line; person: string; chat: Json };

/** A contact has written, so the chat exists and its window is open. */
export async function newTalk(api: Api, provider: Provider, kind: Kind = 'whatsapp', text = 'Hello'): Promise<Talk> {
  const line = await provider.line(api, kind);
  const person = stranger(kind);
  await line.write({ from: person, name: 'Sheena', text });
  return { line, person, chat: await chatWith(api, line, ({ latestMessage }) => latestMessage?.text === text) };
}

/** Waits until the only chat of a channel matches. */
export async function chatWith(api: Api, { channelId }: Line, fits: (chat: Json) => boolean = () => true): Promise<Json> {
  const chats = async () => succeeded(await api.post('/v3/chats/search', { query: `eq(channelId,"${channelId}")` }));
  return (await until('the chat', chats, ([chat]) => chat !== undefined && fits(chat)))[0];
}

export const chatOf = async (api: Api, { chat }: Talk): Promise<Json> => succeeded(await api.get(`/v3/chats/${chat.id}`));

/** The contact writes again. Returns the stored message. */
export async function says(api: Api, talk: Talk, message: Record<string, unknown>): Promise<Json> {
  const vendorId = await talk.line.write({ from: talk.person, ...message });
  return byVendorId(api, talk, vendorId);
}

export async function byVendorId(api: Api, { chat }: Talk, vendorId: string): Promise<Json> {
  const found = () => messagesOf(api, chat, { query: `eq(vendorId,"${vendorId}")` });
  return (await until(`message ${vendorId}`, found, ({ length }) => length > 0))[0];
}

export const messagesOf = async (api: Api, { id }: Json, body: object = {}): Promise<Json[]> =>
  succeeded(await api.post(`/v3/chats/${id}/messages/search`, body));

export const send = (
  api: Api,
  { chat }: Pick<Talk, 'chat'>,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply> => api.post(`/v3/chats/${chat.id}/messages`, body, { headers });

export const sent = async (api: Api, talk: Pick<Talk, 'chat'>, body: object): Promise<Json> =>
  succeeded(await send(api, talk, body), 201);

export const message = async (api: Api, id: string): Promise<Json> => succeeded(await api.get(`/v3/messages/${id}`));

/** Waits until the message has this status. */
export const whenIts = (api: Api, id: string, status: string): Promise<Json> =>
  until(
    `status ${status}`,
    () => message(api, id),
    (one) => one.status === status,
  );

/** Waits for the provider's request of a message. */
export async function asSent(line: Line, count = 1): Promise<Json[]> {
  return until('a send', line.sent, (sends) => sends.length >= count);
}

/** Creates a contact that the channel can reach, without a chat. */
export function reachable(api: Api, { kind }: Line): Promise<Json> {
  if (kind === 'email') return newContact(api, { phoneNumber: undefined, email: uniqueEmail() });
  return newContact(api, kind === 'instagram' ? { handles: [{ type: 'instagram_id', value: stranger(kind) }] } : {});
}

/** Returns the status history of a message, in order. */
export const statusesOf = ({ history }: Json): string[] => history.map(({ status }: Json) => status);
