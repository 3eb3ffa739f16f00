import type { Pool } from 'pg';
import { mapParallel } from '../../security/client.ts';
import { type Api, type Json, until } from '../api.ts';
import type { Event, Feed } from '../feed.ts';
import { countStored, type Stored } from './counts.ts';

/** Everything observable after a storm: API, feed and database. */
export type Found = {
  stored: Stored;
  chats: Json[];
  contacts: Json[];
  inbound: Json[];
  outbound: Json[];
  received: Event[];
  /** The statuses of outbound messages. */
  statusEvents: Event[];
  feed: Event[];
};

const AT_ONCE = 8;

export async function gather(pool: Pool, tenant: { id: string; api: Api }, feed: Feed, count: number): Promise<Found> {
  const { id, api } = tenant;
  const events = (type: string): Promise<Event[]> => api.all('/v3/events/search', `eq(event,"${type}")`);
  const [stored, chats, contacts, received, sent, updated] = await Promise.all([
    countStored(pool, id),
    api.all('/v3/chats/search'),
    api.all('/v3/contacts/search'),
    events('message.received'),
    events('message.sent'),
    events('message.updated'),
  ]);
  const messages = (await mapParallel(chats, AT_ONCE, (chat) => api.all(`/v3/chats/${chat.id}/messages/search`))).flat();
  const from = (sender: string) => messages.filter((message) => message.sender === sender);
  await heardOut(feed, count);
  feed.close();
  const shown = { inbound: from('inbound'), outbound: from('outbound'), feed: [...feed.events.values()] };
  return { stored, chats, contacts, received, statusEvents: [...sent, ...updated], ...shown };
}

const HEARD_WITHIN_MS = 120_000;

/** Waits for the feed to catch up; what is missing then counts as lost. */
async function heardOut(feed: Feed, count: number): Promise<void> {
  const heard = async () => ofType([...feed.events.values()], 'message.received').length;
  await until(heard, (n) => n >= count, HEARD_WITHIN_MS).catch(() => undefined);
}

export const ofType = (events: Event[], ...types: string[]): Event[] => events.filter(({ event }) => types.includes(event));
