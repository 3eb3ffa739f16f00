import { ask } from './cluster.ts';
import type { Load, Write } from './load.ts';

/** The writes that were acknowledged before the machine was destroyed: answered with 201, or with 200 to the provider. */
export type Acknowledged = { contacts: Write[]; messages: Write[]; texts: string[] };

export const acknowledgedBy = (load: Load, takenTexts: Set<string>): Acknowledged => ({
  contacts: [...load.contacts],
  messages: [...load.messages],
  texts: [...takenTexts],
});

export const countOf = ({ contacts, messages, texts }: Acknowledged): number => contacts.length + messages.length + texts.length;

/** Only requests that had been answered by then, or were made only after it. Inbound texts have no time. */
export const answeredBefore = ({ contacts, messages }: Acknowledged, at: number): Acknowledged => ({
  contacts: contacts.filter(({ answeredAt }) => answeredAt < at),
  messages: messages.filter(({ answeredAt }) => answeredAt < at),
  texts: [],
});
export const askedAfter = ({ contacts, messages }: Acknowledged, at: number): Acknowledged => ({
  contacts: contacts.filter(({ askedAt }) => askedAt > at),
  messages: messages.filter(({ askedAt }) => askedAt > at),
  texts: [],
});

/** Counts the writes that a database has. A callback is kept unread until a worker has processed it. */
export async function countIn(url: string, { contacts, messages, texts }: Acknowledged): Promise<number> {
  const [found] = await ask<{ contacts: number; messages: number; texts: number }>(
    url,
    `select (select count(*)::int from contacts where id = any($1)) as contacts,
       (select count(*)::int from messages where id = any($2)) as messages,
       (select count(*)::int from unnest($3::text[]) as wanted(text)
        where exists (select from messages m where m.sender = 'inbound' and m.text = wanted.text)
          or exists (select from inbound_payloads p where position(convert_to(wanted.text, 'UTF8') in p.body) > 0)) as texts`,
    [contacts.map(({ id }) => id), messages.map(({ id }) => id), texts],
  );
  return found ? found.contacts + found.messages + found.texts : 0;
}
