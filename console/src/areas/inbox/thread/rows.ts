import type { types } from '@patchbay/sdk';
import type { Outgoing } from '../../../live/messages/outbox.ts';
import type { ChatEvent, Thread } from '../../../live/messages/thread.ts';
import { type Reaction, reactionsOf } from './reactions.ts';

/** A bubble is grouped with its neighbours of the same author: the first has the name, the last has the time. */
type Grouped = { isFirst: boolean; isLast: boolean };

/** One line of the thread. Keys stay the same when an outgoing message becomes a stored one. */
export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string; count: number }
  | ({ kind: 'message'; key: string; at: string; message: types.FullMessage; reactions: readonly Reaction[] } & Grouped)
  | ({ kind: 'outgoing'; key: string; at: string; item: Outgoing } & Grouped)
  | { kind: 'note'; key: string; at: string; note: types.Note }
  | { kind: 'event'; key: string; at: string; event: ChatEvent };

type Entry = Exclude<Row, { kind: 'day' | 'new' }>;

/** The oldest of the unread messages when the chat was opened, and how many there were. */
export type NewMark = { messageId: string; count: number };

const GROUP_MS = 5 * 60_000;

/** Returns the lines of a thread in the order of time. */
export function rowsOf(thread: Thread, outgoing: readonly Outgoing[], mark: NewMark | null): Row[] {
  const entries = merged(messageEntries(thread), besideMessages(thread));
  const sent = new Set(entries.map(({ key }) => key));
  const last = outgoing.filter(({ clientKey }) => !sent.has(clientKey)).map(outgoingEntry);
  return withSeparators(grouped([...entries, ...last]), mark, thread.older === null);
}

function messageEntries(thread: Thread): Entry[] {
  const { byVendorId, unattached } = reactionsOf(thread.messages);
  return thread.messages.flatMap((message): Entry[] => {
    if (message.type === 'reaction' && !unattached.has(message.id)) return [];
    const reactions = (message.vendorId && byVendorId.get(message.vendorId)) || NO_REACTIONS;
    const { clientKey } = message.metadata;
    const key = typeof clientKey === 'string' ? clientKey : message.id;
    return [{ kind: 'message', key, at: message.timestamp, message, reactions, isFirst: true, isLast: true }];
  });
}

const NO_REACTIONS: readonly Reaction[] = [];

/** Notes and events of the time whose messages are loaded. */
function besideMessages({ messages, notes, events, older, newer }: Thread): Entry[] {
  const from = older === null ? '' : (messages[0]?.timestamp ?? '');
  const to = newer === null ? '~' : (messages.at(-1)?.timestamp ?? '~');
  const beside = [
    ...notes.map((note): Entry => ({ kind: 'note', key: note.id, at: note.createdAt, note })),
    ...events.map((event): Entry => ({ kind: 'event', key: event.id, at: event.at, event })),
  ];
  return beside.filter(({ at }) => at >= from && at <= to).sort((a, b) => (a.at < b.at ? -1 : 1));
}

const outgoingEntry = (item: Outgoing): Entry => ({
  kind: 'outgoing',
  key: item.clientKey,
  at: item.at,
  item,
  isFirst: true,
  isLast: true,
});

/** Merges two sorted lists. */
function merged(a: Entry[], b: Entry[]): Entry[] {
  if (b.length === 0) return a;
  const all: Entry[] = [];
  let next = 0;
  for (const entry of a) {
    for (let other = b[next]; other && other.at < entry.at; other = b[++next]) all.push(other);
    all.push(entry);
  }
  return [...all, ...b.slice(next)];
}

function grouped(entries: Entry[]): Entry[] {
  return entries.map((entry, index) => {
    if (entry.kind !== 'message' && entry.kind !== 'outgoing') return entry;
    return { ...entry, isFirst: !belongs(entries[index - 1], entry), isLast: !belongs(entry, entries[index + 1]) };
  });
}

/** Whether two neighbours are bubbles of one group. */
function belongs(before: Entry | undefined, after: Entry | undefined): boolean {
  if (!before || !after || dayOf(before.at) !== dayOf(after.at)) return false;
  const author = authorOf(before);
  return author !== null && author === authorOf(after) && Date.parse(after.at) - Date.parse(before.at) < GROUP_MS;
}

/** A message of the outbox is by the person at this browser; its author is known when it is stored. */
function authorOf(entry: Entry): string | null {
  if (entry.kind === 'outgoing') return entry.item.content.kind === 'note' ? null : 'own';
  if (entry.kind !== 'message') return null;
  const { sender, author, sources, metadata } = entry.message;
  if (sender === 'inbound') return 'contact';
  if (typeof metadata.clientKey === 'string' && author === null) return 'own';
  return author?.userId ?? sources.join();
}

/**
 * While older messages are not loaded the first day has no line: it would move up with every page, and the list keeps the row at its top where
 * it is, so it would follow the line to the first message.
 */
function withSeparators(entries: Entry[], mark: NewMark | null, isBegin: boolean): Row[] {
  const rows: Row[] = [];
  let day = isBegin || !entries[0] ? '' : dayOf(entries[0].at);
  for (const entry of entries) {
    const entryDay = dayOf(entry.at);
    if (entryDay !== day) rows.push({ kind: 'day', key: `day ${entryDay}`, at: entry.at });
    day = entryDay;
    if (mark && entry.kind === 'message' && entry.message.id === mark.messageId)
      rows.push({ kind: 'new', key: 'new', count: mark.count });
    rows.push(entry);
  }
  return rows;
}

/** The calendar day in the person's time zone. */
export function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Returns the mark above the unread messages: the last `unreadCount` inbound ones. */
export function newMarkOf(messages: readonly types.FullMessage[], unreadCount: number): NewMark | null {
  if (unreadCount === 0) return null;
  const unread = messages.filter(({ sender, type }) => sender === 'inbound' && type !== 'reaction').slice(-unreadCount);
  return unread[0] ? { messageId: unread[0].id, count: unread.length } : null;
}
