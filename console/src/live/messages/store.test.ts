import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import type { Patchbay, types } from '@patchbay/sdk';
import type { FeedEvent } from '../feed.ts';
import { createThreadStore } from './store.ts';

const CHAT = 'chat-1';
const at = (minute: number) => `2026-11-18T10:${String(minute).padStart(2, '0')}:00.000Z`;
const message = (id: string, minute: number, more: Partial<types.FullMessage> = {}) =>
  ({ id, timestamp: at(minute), status: 'sent', history: [], chat: { id: CHAT }, ...more }) as types.FullMessage;
const event = (name: string, data: object) => ({ id: 'e', event: name, data }) as unknown as FeedEvent;
const note = (id: string) => ({ id, chatId: CHAT, text: id, createdAt: at(1) }) as types.Note;

type Page = { data: unknown[]; pagination: { nextCursor: string | null; previousCursor?: string | null } };
const pageOf = (data: unknown[], more: Partial<Page['pagination']> = {}): Page => ({
  data,
  pagination: { nextCursor: null, ...more },
});

/** A store whose requests the test answers, in the order in which they were made. */
function openStore() {
  const pages: ((page: Page) => void)[] = [];
  const notes: ((page: Page) => void)[] = [];
  const waitFor = (list: ((page: Page) => void)[]) => () => new Promise<Page>((resolve) => void list.push(resolve));
  const client = { messages: { search: waitFor(pages) }, notes: { search: waitFor(notes), get: async (id: string) => note(id) } };
  const store = createThreadStore(client as unknown as Patchbay, { canReadAudit: false, onMessage: () => undefined });
  store.subscribe(CHAT, () => undefined); // the chat is on the screen
  const answer = async (list: typeof pages, index: number, page: Page) => {
    list[index]?.(page);
    await soon();
  };
  const shown = () => store.get(CHAT).thread.messages.map(({ id }) => id);
  return { store, pages, notes, answer, shown };
}

test('a message that arrives while its thread is loaded stays, although the answer does not have it', async () => {
  const { store, pages, answer, shown } = openStore();
  void store.open(CHAT);
  store.apply(event('message.received', message('c', 3)));
  await answer(pages, 0, pageOf([message('b', 2), message('a', 1)]));
  assert.deepEqual(shown(), ['a', 'b', 'c']);
});

test('a change that arrives during a load is not undone by an older answer', async () => {
  const { store, pages, answer } = openStore();
  void store.open(CHAT);
  await answer(pages, 0, pageOf([message('a', 1)]));
  store.reconnected();
  store.apply(event('message.updated', message('a', 1, { metadata: { reaction: 'new' } })));
  await answer(pages, 1, pageOf([message('a', 1, { metadata: {} })]));
  assert.deepEqual(store.get(CHAT).thread.messages[0]?.metadata, { reaction: 'new' });
});

test('beyond a gap a message that arrives while older ones are loaded is counted once', async () => {
  const { store, pages, answer, shown } = openStore();
  void store.open(CHAT, 'b');
  await answer(pages, 0, pageOf([message('b', 2)], { nextCursor: 'older', previousCursor: 'newer' }));
  void store.loadMore(CHAT, 'older');
  store.apply(event('message.received', message('z', 9)));
  await answer(pages, 1, pageOf([message('a', 1)]));
  assert.deepEqual(shown(), ['a', 'b']);
  assert.equal(store.get(CHAT).thread.waiting, 1);
});

test('a note that was added or deleted while the notes are loaded is shown as the event says', async () => {
  const { store, notes, answer } = openStore();
  void store.open(CHAT);
  store.loadBeside(CHAT);
  store.apply(event('note.created', { id: 'new', chatId: CHAT }));
  await soon();
  store.apply(event('note.deleted', { id: 'old', chatId: CHAT }));
  await answer(notes, 0, pageOf([note('old'), note('other')]));
  const ids = store.get(CHAT).thread.notes.map(({ id }) => id);
  assert.deepEqual(ids.toSorted(), ['new', 'other']);
});

test('a thread that was loaded ahead is shown at once, and its notes are loaded when it is opened', async () => {
  const { store, pages, notes, answer, shown } = openStore();
  void store.prefetch(CHAT);
  await answer(pages, 0, pageOf([message('a', 1)]));
  assert.equal(notes.length, 0);
  store.apply(event('message.received', message('b', 2)));
  void store.open(CHAT);
  assert.deepEqual(shown(), ['a', 'b']);
  assert.equal(store.get(CHAT).state, 'ready');
  store.loadBeside(CHAT);
  store.loadBeside(CHAT);
  assert.equal(notes.length, 1);
  await answer(notes, 0, pageOf([note('n')]));
  assert.equal(store.get(CHAT).thread.notes.length, 1);
  void store.prefetch(CHAT);
  assert.equal(pages.length, 1);
});
