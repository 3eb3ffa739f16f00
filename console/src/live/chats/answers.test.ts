import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import type { Page, types } from '@patchbay/sdk';
import { chatAt, idOf, pageOf } from './chats.test-kit.ts';
import { createLoader } from './loader.ts';
import { createChatStore } from './store.ts';

const KEY = 'open';
const asked = { query: 'eq(status,"open")', sortBy: 'desc(lastMessageAt)' };

/** A store with an open list, and a loader whose requests the test answers in the order in which they were made. */
function openList() {
  const store = createChatStore();
  const requests: ((page: ReturnType<typeof pageOf> | Error) => void)[] = [];
  const loader = createLoader(
    store,
    () =>
      new Promise<Page<types.Chat>>((resolve, reject) =>
        requests.push((page) => (page instanceof Error ? reject(page) : resolve(page as Page<types.Chat>))),
      ),
  );
  store.openList(KEY, asked);
  const answer = async (index: number, page: ReturnType<typeof pageOf> | Error) => {
    requests[index]?.(page);
    await soon();
  };
  const shown = () => store.getList(KEY)?.rows.map(({ id }) => Number(id.slice(-2)));
  return { store, loader, requests, answer, shown };
}

const updated = (minute: number, fields: object) => ({ event: 'chat.updated', data: { id: idOf(minute), ...fields } });

describe('answers that are older than events', () => {
  test('an older answer does not undo an event, and brings what the event does not say', async () => {
    const { store, loader, answer } = openList();
    void loader.loadMore(KEY);
    await answer(0, pageOf([chatAt(9)], null));
    void loader.reload(KEY, 0);
    store.apply(updated(9, { unreadCount: 4 }));
    await answer(1, pageOf([chatAt(9, { assignedUserId: 'grace' })], null));
    assert.equal(store.get(idOf(9))?.unreadCount, 4);
    assert.equal(store.get(idOf(9))?.assignedUserId, 'grace');
  });

  test('a chat that was closed or deleted meanwhile does not come back', async () => {
    const { store, loader, answer, shown } = openList();
    void loader.loadMore(KEY);
    await answer(0, pageOf([chatAt(9), chatAt(8), chatAt(7)], null));
    void loader.reload(KEY, 0);
    store.apply(updated(9, { status: 'closed' }));
    store.apply({ event: 'chat.deleted', data: { id: idOf(8) } });
    await answer(1, pageOf([chatAt(9), chatAt(8), chatAt(7)], null));
    assert.deepEqual(shown(), [7]);
  });

  test('a chat that moved up meanwhile keeps its place', async () => {
    const { store, loader, answer, shown } = openList();
    void loader.loadMore(KEY);
    await answer(0, pageOf([chatAt(9), chatAt(8)], null));
    void loader.reload(KEY, 0);
    store.apply(updated(8, { lastMessageAt: chatAt(20).lastMessageAt }));
    await answer(1, pageOf([chatAt(9), chatAt(8)], null));
    assert.deepEqual(shown(), [8, 9]);
  });

  test('a chat that is new while the first page is loaded is wanted', async () => {
    const { store, loader, answer } = openList();
    void loader.loadMore(KEY);
    store.apply(updated(30, { status: 'open', lastMessageAt: chatAt(30).lastMessageAt }));
    assert.deepEqual(store.takeWanted(5), []);
    await answer(0, pageOf([chatAt(9)], null));
    assert.deepEqual(store.takeWanted(5), [idOf(30)]);
  });

  test('a change that was shown before the server answered stays', async () => {
    const { store, loader, answer } = openList();
    void loader.loadMore(KEY);
    await answer(0, pageOf([chatAt(9, { unreadCount: 2 })], null));
    void loader.reload(KEY, 0);
    store.patch(idOf(9), { unreadCount: 0 });
    await answer(1, pageOf([chatAt(9, { unreadCount: 2 })], null));
    assert.equal(store.get(idOf(9))?.unreadCount, 0);
  });

  test('an answer after the store was cleared is not used', async () => {
    const { store, loader, answer } = openList();
    void loader.loadMore(KEY);
    store.clear();
    await answer(0, pageOf([chatAt(9)], null));
    assert.equal(store.get(idOf(9)), undefined);
  });
});

describe('lists after a lost connection', () => {
  test('an empty list is loaded again, also when the connection came back during a load', async () => {
    const { store, loader, requests, answer, shown } = openList();
    void loader.loadMore(KEY);
    store.markStale();
    await answer(0, pageOf([], null));
    void loader.loadEmpty(KEY);
    assert.equal(requests.length, 2);
    await answer(1, pageOf([chatAt(9)], null));
    assert.deepEqual(shown(), [9]);
    void loader.loadEmpty(KEY);
    assert.equal(requests.length, 2);
  });

  test('a list whose first page failed is loaded', async () => {
    const { loader, requests, answer, shown } = openList();
    void loader.loadMore(KEY);
    await answer(0, new Error('no network'));
    void loader.loadEmpty(KEY);
    await answer(1, pageOf([chatAt(9)], null));
    assert.equal(requests.length, 2);
    assert.deepEqual(shown(), [9]);
  });
});
