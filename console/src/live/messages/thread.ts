import type { types } from '@patchbay/sdk';

/** Something that happened to the chat itself: an assignment, a new status, a label. `actorId` is null where nobody is known. */
export type ChatEvent = {
  id: string;
  at: string;
  kind: 'created' | 'assigned' | 'unassigned' | 'closed' | 'opened' | 'snoozed' | 'sla_breached' | 'rated';
  actorId: string | null;
  userId: string | null;
  teamId: string | null;
  /** The time until which the chat sleeps, or the number of stars. */
  detail: string | null;
};

/** What is known of the messages, notes and events of one chat. Messages are in ascending order, without gaps between them. */
export type Thread = {
  messages: readonly types.FullMessage[];
  notes: readonly types.Note[];
  events: readonly ChatEvent[];
  /** Cursor of the next page of older messages; null: the first message is loaded. */
  older: string | null;
  /** Cursor of the next page of newer messages; null: the latest message is loaded. */
  newer: string | null;
  /** Newer messages that arrived while `newer` was set. They are not in `messages`, because there is a gap before them. */
  waiting: number;
};

export const emptyThread: Thread = { messages: [], notes: [], events: [], older: null, newer: null, waiting: 0 };

type Sorted = { timestamp: string; id: string };

/** The order of the API: time, then id. */
const isBefore = (a: Sorted, b: Sorted): boolean => a.timestamp < b.timestamp || (a.timestamp === b.timestamp && a.id < b.id);

/** Adds a page of the API, in any order. Messages that are known are replaced, unless the page is older than an event. */
export function addPage(thread: Thread, page: readonly types.FullMessage[]): Thread {
  const known = new Map(thread.messages.map((message) => [message.id, message]));
  for (const message of page) {
    const before = known.get(message.id);
    if (!before || !isOutdated(message, before)) known.set(message.id, withContent(message, before));
  }
  const messages = [...known.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return { ...thread, messages };
}

/** Applies a message of an event or an answer. A new one is added at its place; beyond a gap it is only counted. */
export function applyMessage(thread: Thread, incoming: types.FullMessage): Thread {
  const { messages } = thread;
  const at = messages.findLastIndex(({ id }) => id === incoming.id);
  const before = messages[at];
  if (before && isOutdated(incoming, before)) return thread;
  const message = withContent(incoming, before);
  if (before && before.timestamp === message.timestamp) return { ...thread, messages: messages.with(at, message) };
  const others = before ? messages.toSpliced(at, 1) : messages;
  if (!before && thread.newer !== null) return { ...thread, waiting: thread.waiting + 1 };
  const first = others[0];
  if (!before && thread.older !== null && first && isBefore(message, first)) return thread; // its page is not loaded yet
  return { ...thread, messages: others.toSpliced(placeOf(others, message), 0, message) };
}

/** Events and pages can overtake each other. The history of a message only grows, so the longer one is the newer one. */
const isOutdated = (incoming: types.FullMessage, known: types.FullMessage): boolean =>
  incoming.history.length < known.history.length;

/** Events and lists leave out the content of sensitive chats: what the person asked to see stays. */
const withContent = (incoming: types.FullMessage, known: types.FullMessage | undefined): types.FullMessage =>
  incoming.isSensitive && incoming.content.body === null && known ? { ...incoming, content: known.content } : incoming;

/** Returns the index at which a message belongs. New messages are last, so the search begins there. */
function placeOf(messages: readonly Sorted[], message: Sorted): number {
  let index = messages.length;
  for (let before = messages[index - 1]; before && isBefore(message, before); before = messages[index - 1]) index--;
  return index;
}

/** Adds or replaces notes, oldest first. */
export function applyNotes(thread: Thread, notes: readonly types.Note[]): Thread {
  const known = new Map([...thread.notes, ...notes].map((note) => [note.id, note]));
  return { ...thread, notes: [...known.values()].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)) };
}

export const removeNote = (thread: Thread, id: string): Thread => ({
  ...thread,
  notes: thread.notes.filter((note) => note.id !== id),
});

/** Adds events, oldest first. The same change can be known from the feed and from the audit log: one of the two is kept. */
export function applyEvents(thread: Thread, events: readonly ChatEvent[]): Thread {
  const kept = [...thread.events];
  for (const event of events) {
    const same = kept.findIndex((one) => one.id === event.id || isSameChange(one, event));
    if (same < 0) kept.push(event);
    else if (kept[same]?.actorId === null) kept[same] = event;
  }
  return { ...thread, events: kept.sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

const SAME_CHANGE_MS = 3_000;

const isSameChange = (a: ChatEvent, b: ChatEvent): boolean =>
  a.kind === b.kind &&
  a.userId === b.userId &&
  a.teamId === b.teamId &&
  Math.abs(Date.parse(a.at) - Date.parse(b.at)) < SAME_CHANGE_MS;

/**
 * Returns the id of the latest message on the screen, for the guard of a send. The thread and the list learn of a message from different
 * events, in any order: the later of the two counts.
 */
export function guardOf(thread: Thread, listed: Sorted | null): string | null {
  const seen = latestSeen(thread);
  return (seen && (!listed || isBefore(listed, seen)) ? seen.id : listed?.id) ?? null;
}

/** Returns the latest message that the person can have seen. Scheduled messages are not there yet. */
export const latestSeen = ({ messages }: Thread): types.FullMessage | undefined =>
  messages.findLast(({ status, sendState }) => status !== 'scheduled' && sendState !== 'cancelled');
