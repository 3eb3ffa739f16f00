import type { Person } from './people.ts';
import type { Reported, Written } from './plan.ts';
import { highest } from './ranks.ts';

export type ExpectedChat = { name: string; unread: number; newestSeconds: number; texts: Set<string> };

/** The expected result per contact, from the plan. */
export function expectedChats(written: Written[]): Map<string, ExpectedChat> {
  const byPerson = Map.groupBy(written, ({ person }) => person);
  return new Map([...byPerson].map(([person, messages]) => [person.name, expectedChat(person, messages)]));
}

function expectedChat({ name }: Person, messages: Written[]): ExpectedChat {
  const newestSeconds = Math.max(...messages.map(({ atSeconds }) => atSeconds));
  const newest = messages.filter(({ atSeconds }) => atSeconds === newestSeconds); // several may share a second
  return { name, unread: messages.length, newestSeconds, texts: new Set(newest.map(({ text }) => text)) };
}

/** The highest status of each outbound message; an accepted one is `sent`. */
export const expectedStatuses = (sent: { ownId: string }[], reported: Reported[]): Map<string, string> => {
  const words = Map.groupBy(reported, ({ ownId }) => ownId);
  return new Map(sent.map(({ ownId }) => [ownId, highest(['sent', ...(words.get(ownId) ?? []).map(({ status }) => status)])]));
};
