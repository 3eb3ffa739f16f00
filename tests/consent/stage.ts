import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Json, Reply } from '../conformance/api.ts';
import { succeeded } from '../conformance/expect.ts';
import { newChannel, unique } from '../conformance/fixtures.ts';
import type { Line } from '../conformance/provider.ts';
import { reachable, stranger } from '../conformance/talks.ts';
import type { Environment } from './environment.ts';
import type { ChannelKind, MessageKind } from './expected.ts';

/** One kind of channel: connected to the sandbox, a second channel of the kind, one of another kind, and templates of all categories. */
export type Stage = { kind: ChannelKind; line: Line; second: string; foreignKind: ChannelKind; templates: Map<string, string> };

const CATEGORIES = ['marketing', 'utility', 'authentication'] as const;
const PATIENCE_MS = 120_000;

export async function until<T>(what: string, read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (const endsAt = Date.now() + PATIENCE_MS; ; await wait(100)) {
    const value = await read();
    if (fits(value)) return value;
    if (Date.now() > endsAt) throw new Error(`${what} did not come to be; it is ${JSON.stringify(value)?.slice(0, 300)}`);
  }
}

export async function newStage({ api, provider }: Environment, kind: ChannelKind): Promise<Stage> {
  const line = await provider.line(api, kind, { ratePerSecond: 500 });
  const second = (await newChannel(api, kind)).id;
  const foreignKind = kind === 'sms' ? 'email' : 'sms';
  const templates = new Map<string, string>();
  for (const category of CATEGORIES) templates.set(category, await approvedTemplate(api, line.channelId, category));
  return { kind, line, second, foreignKind, templates };
}

export async function approvedTemplate(api: Api, channelId: string, category: string): Promise<string> {
  const draft = { channelId, name: unique(category).replaceAll(/\W/g, '_'), language: 'en_US', category };
  const body =
    category === 'authentication'
      ? { text: '{{1}} is your code.', examples: [{ name: '1', value: '123456' }] }
      : { text: 'Hello', examples: [] };
  const { id } = succeeded(await api.post('/v3/message_templates', { ...draft, body }), 201);
  succeeded(await api.post(`/v3/message_templates/${id}/submit`));
  const read = async () => succeeded(await api.get(`/v3/message_templates/${id}`));
  await until('approval', read, ({ status }) => status === 'approved');
  return id;
}

/** Contacts who have just written, each with a chat. */
export async function newPeople(api: Api, line: Line, count: number): Promise<Json[]> {
  const people = Array.from({ length: count }, () => stranger(line.kind));
  await eachOf(people, async (from) => void (await line.write({ from, text: 'Hello' })));
  const search = { query: `eq(channelId,"${line.channelId}")`, sortBy: 'asc(createdAt)', pagination: { limit: 100 } };
  return until(
    'their chats',
    async () => succeeded(await api.post('/v3/chats/search', search)),
    (chats) => chats.length >= count,
  );
}

export const neverWrote = (api: Api, line: Line): Promise<Json> => reachable(api, line);

/** Returns the body of a message of a kind. Campaigns and automations create their own. */
export function bodyOf(message: MessageKind, templates: Map<string, string>): object {
  const [form, detail = ''] = message.split('_');
  if (form === 'template')
    return {
      type: 'template',
      template: { id: templates.get(detail), variables: detail === 'authentication' ? { 1: '123456' } : {} },
    };
  return form === 'says' ? { text: 'Hello', purpose: detail } : { text: 'Hello' };
}

/** Returns true if it was refused because of consent. Throws for any other failure. */
export function wasRefused(reply: Reply): boolean {
  if (reply.status === 201) return false;
  if (reply.status === 422 && reply.body.error.messageKey === 'contact_unsubscribed') return true;
  throw new Error(`neither sent nor refused: ${reply.status} ${reply.text.slice(0, 300)}`);
}

/** Runs work on items with limited concurrency. */
export async function eachOf<T>(items: T[], work: (item: T) => Promise<void>, atOnce = 6): Promise<void> {
  const queue = [...items];
  const run = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
