import { channels } from '../../../sandbox/src/channels.ts';
import type { ConnectOptions } from '../../../sandbox/src/index.ts';
import type { Inbox } from '../../conformance/receiver.ts';
import { type Api, type Json, until } from '../api.ts';
import type { Line, Tenant } from '../environment.ts';
import { type Kind, kinds } from '../kinds.ts';
import { personOn } from '../suite/accounts.ts';

/** A channel of its own, a person who writes, and functions for what happens between them. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export type Scene = {
  name: string;
  kinds: readonly Kind[];
  channel?: ConnectOptions['channel'];
  play(stage: Stage): Promise<void>;
};

export type Listener = { tenant: Tenant; inbox: Inbox };

/** People of one stage are strangers on every other: contacts belong to the tenant, not to a channel. */
let stages = 0;

export async function openStage(kind: Kind, { tenant, inbox }: Listener, channel: ConnectOptions['channel']) {
  const base = ++stages * 1000;
  const line = await tenant.channel(kind, channel);
  const { api } = tenant;
  const turned = new Set<string>();
  const person = (n = 1): string => personOn(kind, base + n).from;
  const write = (text: string, n = 1) => line.phone.write({ from: person(n), text, subject: 'A question', name: 'Ada' });
  const chats = (): Promise<Json[]> => api.all('/v3/chats/search', `eq(channelId,"${line.channelId}")`);
  const { turn, ...phone } = line.phone;
  return {
    kind,
    api,
    tenant,
    inbox,
    turned,
    person,
    write,
    chats,
    phone,
    channelId: line.channelId,
    /** Turns knobs, and remembers which: those of a scene that ends well count as turned. */
    async turn(knobs: Record<string, unknown>) {
      await turn(knobs);
      for (const name of Object.keys(knobs)) turned.add(`${kind}.${name}`);
    },
    ...conversation({ line, api, chats, write }),
    /** What happened on this channel, of these types. */
    events: (...types: string[]): Promise<Json[]> => {
      const wanted = `in(event,${types.map((type) => `"${type}"`).join(',')})`;
      return api.all('/v3/events/search', `and(eq(channelId,"${line.channelId}"),${wanted})`);
    },
  };
}

type Parts = { line: Line; api: Api; chats(): Promise<Json[]>; write(text: string, n?: number): Promise<string> };

function conversation({ line, api, chats, write }: Parts) {
  const messages = (chatId: string): Promise<Json[]> => api.all(`/v3/chats/${chatId}/messages/search`);
  const chatOf = async (text: string): Promise<Json> => {
    const found = await until(chats, (all) => all.some((chat) => chat.latestMessage?.text === text));
    return found.find((chat) => chat.latestMessage?.text === text);
  };
  return {
    messages,
    /** Waits for the chat whose latest message says this. */
    chatOf,
    /** The person says hello, which opens a chat and, where there is one, its window. */
    async meet(n = 1): Promise<Json> {
      const hello = `Hello from ${n}`;
      await write(hello, n);
      return chatOf(hello);
    },
    /** A message in the chat; refused messages are for `try`. */
    send: (chatId: string, text: string): Promise<Json> => api.post(`/v3/chats/${chatId}/messages`, { text }),
    try: async (chatId: string, body: object): Promise<{ status: number; key: string | undefined }> => {
      const reply = await api.call('POST', `/v3/chats/${chatId}/messages`, body);
      return { status: reply.status, key: reply.body.error?.messageKey };
    },
    /** Waits for a message to become what is asked. */
    becomes: (id: string, fits: (message: Json) => boolean, withinMs?: number): Promise<Json> =>
      until(() => api.get(`/v3/messages/${id}`), fits, withinMs),
    channel: (): Promise<Json> => api.get(`/v3/channels/${line.channelId}`),
    contact: (id: string): Promise<Json> => api.get(`/v3/contacts/${id}`),
  };
}

/** Whether the provider took it, whatever came after. */
export const isTaken = ({ sendState }: Json): boolean => sendState === 'accepted';
export const isFailed = ({ status }: Json): boolean => status === 'failed';

export const all: readonly Kind[] = kinds;
export const allButInstagram: readonly Kind[] = kinds.filter((kind) => kind !== 'instagram');
/** The kinds whose callbacks can carry several updates. */
export const meta: readonly Kind[] = kinds.filter((kind) => channels[kind].knobs.includes('batch'));

export type { Json, Kind };
