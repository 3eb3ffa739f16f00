import type { Json } from '../api.ts';
import type { Event } from '../feed.ts';
import type { ExpectedChat } from './expected.ts';
import { createRankWatch, highest } from './ranks.ts';

const DAY_MS = 86_400_000;

/** Compares each chat with what its contact wrote. Returns the errors. */
export function verifyChats(chats: Json[], expected: Map<string, ExpectedChat>): string[] {
  const wrong = chats.flatMap((chat) => {
    const wanted = expected.get(chat.contact.displayName);
    return wanted ? faultsIn(chat, wanted) : [`a chat with ${chat.contact.displayName}, who never wrote`];
  });
  const names = new Set(chats.map((chat) => chat.contact.displayName));
  return [...wrong, ...[...expected.keys()].filter((name) => !names.has(name)).map((name) => `no chat with ${name}`)];
}

function faultsIn(chat: Json, wanted: ExpectedChat): string[] {
  const newest = new Date(wanted.newestSeconds * 1000);
  const opensUntil = new Date(newest.getTime() + DAY_MS).toISOString();
  const faults: [boolean, string][] = [
    [chat.unreadCount === wanted.unread, `${chat.unreadCount} unread instead of ${wanted.unread}`],
    [chat.openUntil === opensUntil, `open until ${chat.openUntil} instead of ${opensUntil}`],
    [isNewest(chat.latestMessage, newest, wanted.texts), `shows ${JSON.stringify(chat.latestMessage)} as its latest`],
  ];
  return faults.filter(([isRight]) => !isRight).map(([, fault]) => `${wanted.name}: ${fault}`);
}

/** An outbound message is the latest one unless an inbound message is newer. */
const isNewest = (latest: Json, newest: Date, texts: Set<string>): boolean =>
  latest.sender === 'inbound'
    ? latest.timestamp === newest.toISOString() && texts.has(latest.text)
    : Date.parse(latest.timestamp) >= newest.getTime();

/** An outbound message has the highest status, and its history has every status once. */
export function verifyStatuses(outbound: Json[], expected: Map<string, string>, words: Map<string, Set<string>>): string[] {
  return outbound.flatMap((message) => {
    const history: string[] = message.history.map((entry: Json) => entry.status);
    const heard = new Set(['pending', 'sent', ...(words.get(message.id) ?? [])]);
    const isWhole = history.length === heard.size && history.every((status) => heard.has(status));
    const wanted = expected.get(message.id);
    if (message.status === wanted && highest(history) === message.status && isWhole) return [];
    return [`${message.id} is ${message.status} after ${history.join(' ')} instead of ${wanted} after ${[...heard].join(' ')}`];
  });
}

/** Counts how often a status fell between two events of a message. Ids are ordered by creation. */
export function fallsIn(events: Iterable<Event>): number {
  const watch = createRankWatch();
  for (const { data } of [...events].toSorted((a, b) => (a.id < b.id ? -1 : 1))) watch.see(data);
  return watch.falls();
}
