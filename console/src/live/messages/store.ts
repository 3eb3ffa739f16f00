import type { Patchbay, types } from '@patchbay/sdk';
import type { FeedEvent } from '../feed.ts';
import { createReplay } from '../replay.ts';
import { eventOfAudit, eventOfFeed } from './chat-events.ts';
import {
  addPage,
  applyEvents,
  applyMessage,
  applyNotes,
  type ChatEvent,
  emptyThread,
  removeNote,
  type Thread,
} from './thread.ts';

const PAGE = 50;
const MOST_NOTES = 100;
/** Threads that are kept up to date, so that going back to a chat shows it at once. */
const MOST_THREADS = 15;

export type LoadedThread = {
  thread: Thread;
  state: 'loading' | 'ready' | 'failed';
  error: unknown;
  /** What is being loaded, beside what is shown. */
  loading: 'older' | 'newer' | null;
  /** Whether notes and events were asked for. */
  hasBeside: boolean;
  /** Grows when messages were replaced as a whole: the list begins at its end, or at the message that was asked for. */
  version: number;
};

type ChangeThread = (thread: Thread) => Thread;
type Found = { data: types.FullMessage[]; pagination: { nextCursor: string | null; previousCursor?: string | null } };
type Options = { canReadAudit: boolean; onMessage: (message: types.FullMessage) => void };

const NEW: LoadedThread = { thread: emptyThread, state: 'loading', error: null, loading: null, hasBeside: false, version: 0 };

/** Loads threads and keeps those that were opened last up to date with the feed. */
export function createThreadStore(client: Patchbay, { canReadAudit, onMessage }: Options) {
  const threads = new Map<string, LoadedThread>();
  const listeners = new Map<string, Set<() => void>>();
  const turns = new Map<string, number>();
  const replay = createReplay<{ chatId: string; change: ChangeThread }>();

  function set(chatId: string, change: (before: LoadedThread) => Partial<LoadedThread>): void {
    const before = threads.get(chatId);
    if (!before) return;
    threads.set(chatId, { ...before, ...change(before) });
    for (const listener of listeners.get(chatId) ?? []) listener();
  }
  const setThread = (chatId: string, change: ChangeThread) => set(chatId, ({ thread }) => ({ thread: change(thread) }));

  /** Makes a change that answers of requests on their way must not undo. */
  function changeThread(chatId: string, change: ChangeThread): void {
    replay.record({ chatId, change });
    setThread(chatId, change);
  }

  /** Waits for an answer. `again` makes the changes again that came meanwhile: the answer may be older than they are. */
  async function ask<Answer>(chatId: string, request: () => Promise<Answer>): Promise<{ answer: Answer; again: ChangeThread }> {
    const end = replay.begin();
    try {
      const answer = await request();
      const missed = end().filter((one) => one.chatId === chatId);
      return { answer, again: (thread) => missed.reduce((before, { change }) => change(before), thread) };
    } catch (error) {
      end();
      throw error;
    }
  }

  const search = (chatId: string, body: types.SearchMessagesBody): Promise<Found> => client.messages.search(chatId, body);
  const latestPage = (chatId: string) =>
    search(chatId, { sortBy: 'desc(timestamp)', pagination: { limit: PAGE, includeTotal: false } });

  /** Opens a thread at its end, or around a message. One that is loaded stays as it is, unless the message is not in it. */
  async function open(chatId: string, around?: string): Promise<void> {
    const known = threads.get(chatId);
    threads.delete(chatId); // the newest are last
    threads.set(chatId, known ?? NEW);
    forgetOldest();
    const isShown = around === undefined ? known?.state === 'ready' : known?.thread.messages.some(({ id }) => id === around);
    const isOnItsWay = around === undefined && known?.state === 'loading';
    if (known && (isShown || isOnItsWay)) return;
    await load(chatId, around);
  }

  /** Loads the messages of a chat that is probably opened next. */
  async function prefetch(chatId: string): Promise<void> {
    if (threads.has(chatId)) return;
    threads.set(chatId, NEW);
    forgetOldest();
    await load(chatId);
  }

  /** Loads the messages anew. What is shown stays if that fails. Of two loads at the same time the later one counts. */
  async function load(chatId: string, around?: string): Promise<void> {
    const turn = (turns.get(chatId) ?? 0) + 1;
    turns.set(chatId, turn);
    try {
      const { answer: page, again } = await ask(chatId, () =>
        around === undefined ? latestPage(chatId) : search(chatId, { around, pagination: { limit: PAGE } }),
      );
      if (turns.get(chatId) !== turn) return;
      const { nextCursor, previousCursor = null } = page.pagination;
      set(chatId, ({ thread, version }) => ({
        thread: again(addPage({ ...thread, messages: [], older: nextCursor, newer: previousCursor, waiting: 0 }, page.data)),
        state: 'ready',
        error: null,
        version: version + 1,
      }));
    } catch (error) {
      if (turns.get(chatId) !== turn) return;
      set(chatId, ({ state }) => ({ state: state === 'ready' ? 'ready' : 'failed', error }));
    }
  }

  async function loadMore(chatId: string, side: 'older' | 'newer'): Promise<void> {
    const before = threads.get(chatId);
    const cursor = before?.thread[side];
    if (!before || !cursor || before.loading) return;
    set(chatId, () => ({ loading: side }));
    try {
      const sortBy = side === 'older' ? 'desc(timestamp)' : 'asc(timestamp)';
      const { answer: page, again } = await ask(chatId, () => search(chatId, { sortBy, pagination: { limit: PAGE, cursor } }));
      const next = page.pagination.nextCursor;
      set(chatId, ({ thread, version }) => {
        if (version !== before.version) return { loading: null }; // the messages were replaced meanwhile
        const waiting = side === 'newer' && next === null ? 0 : thread.waiting; // counted when they arrived
        const longer = again({ ...addPage(thread, page.data), [side]: next, waiting });
        return { thread: { ...longer, waiting }, loading: null, error: null };
      });
    } catch (error) {
      set(chatId, () => ({ loading: null, error }));
    }
  }

  /** Loads the latest page after events may have been missed. Without an overlap there is a gap, and the thread begins anew. */
  async function refresh(chatId: string): Promise<void> {
    const before = threads.get(chatId);
    if (before?.state !== 'ready' || before.thread.newer !== null) return load(chatId);
    void Promise.all([loadNotes(chatId), loadEvents(chatId)]);
    const asked = await ask(chatId, () => latestPage(chatId)).catch(() => null);
    if (!asked) return;
    const { answer: page, again } = asked;
    const known = new Set(before.thread.messages.map(({ id }) => id));
    if (known.size > 0 && !page.data.some(({ id }) => known.has(id))) return load(chatId);
    setThread(chatId, (thread) => again(addPage(thread, page.data)));
  }

  /** Loads notes and events of a thread that was opened, once. */
  function loadBeside(chatId: string): void {
    if (threads.get(chatId)?.hasBeside !== false) return;
    set(chatId, () => ({ hasBeside: true }));
    void Promise.all([loadNotes(chatId), loadEvents(chatId)]);
  }

  async function loadNotes(chatId: string): Promise<void> {
    const body = { sortBy: 'desc(createdAt)', pagination: { limit: MOST_NOTES } };
    const asked = await ask(chatId, () => client.notes.search(chatId, body)).catch(() => null);
    if (!asked) return;
    const { answer, again } = asked;
    setThread(chatId, (thread) => ({ ...thread, notes: again(applyNotes({ ...thread, notes: [] }, answer.data)).notes }));
  }

  async function loadEvents(chatId: string): Promise<void> {
    if (!canReadAudit) return;
    const query = `and(eq(resourceType,"chat"),eq(resourceId,"${chatId}"))`;
    const page = await client.auditLog.search({ query, pagination: { limit: 100 } }).catch(() => null);
    if (page) setThread(chatId, (thread) => applyEvents(thread, page.data.map(eventOfAudit).filter(isEvent)));
  }

  function forgetOldest(): void {
    for (const chatId of threads.keys()) {
      if (threads.size <= MOST_THREADS) return;
      if (!listeners.get(chatId)?.size) threads.delete(chatId);
    }
  }

  async function applyNoteEvent({ event, data }: FeedEvent): Promise<void> {
    const [chatId, noteId] = [String(data.chatId), String(data.id)];
    if (!threads.has(chatId)) return;
    if (event === 'note.deleted') return changeThread(chatId, (thread) => removeNote(thread, noteId));
    const asked = await ask(chatId, () => client.notes.get(noteId)).catch(() => null);
    if (!asked) return;
    const { answer, again } = asked;
    changeThread(chatId, (thread) => ({ ...thread, notes: again(applyNotes(thread, [answer])).notes }));
  }

  /** Applies an event of the feed to the threads that are loaded. */
  function apply(event: FeedEvent): void {
    if (event.event.startsWith('message.')) put(event.data as unknown as types.FullMessage);
    else if (event.event.startsWith('note.')) void applyNoteEvent(event);
    else if (event.event.startsWith('chat.')) applyChatEvent(event);
  }

  function applyChatEvent(event: FeedEvent): void {
    const chatId = String(event.data.chatId ?? event.data.id);
    const line = threads.has(chatId) ? eventOfFeed(event) : null;
    if (!line) return;
    setThread(chatId, (thread) => applyEvents(thread, [line]));
    if (canReadAudit) setTimeout(() => void loadEvents(chatId), AUDIT_MS);
  }

  /** Puts a message into its thread, from an event or an answer. */
  function put(message: types.FullMessage): void {
    onMessage(message);
    changeThread(message.chat.id, (thread) => applyMessage(thread, message));
  }

  return {
    get: (chatId: string): LoadedThread => threads.get(chatId) ?? NEW,
    subscribe(chatId: string, listener: () => void): () => void {
      const all = listeners.get(chatId) ?? new Set();
      listeners.set(chatId, all.add(listener));
      return () => void all.delete(listener);
    },
    open,
    loadBeside,
    prefetch,
    reload: load,
    loadMore,
    /** Events may be missing after a lost connection: threads on the screen are loaded, others forgotten. */
    reconnected() {
      for (const chatId of threads.keys())
        if (listeners.get(chatId)?.size) void refresh(chatId);
        else threads.delete(chatId);
    },
    apply,
    put,
    putNote: (note: types.Note) => changeThread(note.chatId, (thread) => applyNotes(thread, [note])),
    dropNote: (chatId: string, id: string) => changeThread(chatId, (thread) => removeNote(thread, id)),
  };
}

/** The entry of the audit log is written with the answer of the call, a moment after the event. */
const AUDIT_MS = 1_000;

const isEvent = (event: ChatEvent | null): event is ChatEvent => event !== null;
