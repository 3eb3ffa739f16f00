import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chatAt, idOf, pageOf } from './chats.test-kit.ts';
import { indexOf, pageAt } from './list.ts';
import { createChatStore } from './store.ts';

const KEY = 'open';
const asked = { query: 'eq(status,"open")', sortBy: 'desc(lastMessageAt)' };

/** A store with one list: chats 9 to 5 are loaded, and there are more. */
function loaded(nextCursor: string | null = 'more') {
  const store = createChatStore({ channelType: () => 'whatsapp' });
  store.openList(KEY, asked);
  store.addPage(
    KEY,
    pageOf(
      [9, 8, 7, 6, 5].map((minute) => chatAt(minute)),
      nextCursor,
    ),
  );
  return store;
}
type Store = ReturnType<typeof loaded>;

const shown = (store: Store, key = KEY) => store.getList(key)?.rows.map(({ id }) => Number(id.slice(-2)));
const moved = (minute: number, at: number, more: object = {}) => {
  const { id, status, lastMessageAt, assignedUserId } = { ...chatAt(minute), lastMessageAt: chatAt(at).lastMessageAt };
  return { event: 'chat.updated', data: { id, status, lastMessageAt, assignedUserId, unreadCount: 1, ...more } };
};

describe('chat store', () => {
  test('a message moves its chat to its new place', () => {
    const store = loaded();
    store.apply(moved(6, 20));
    assert.deepEqual(shown(store), [6, 9, 8, 7, 5]);
    assert.equal(store.get(idOf(6))?.unreadCount, 1);
  });

  test('a chat that no longer matches is dropped, and comes back when it does', () => {
    const store = loaded();
    const status = (value: string) => ({
      event: 'chat.status_changed',
      data: { id: idOf(7), status: value, previousStatus: 'x' },
    });
    store.apply(status('closed'));
    assert.deepEqual(shown(store), [9, 8, 6, 5]);
    store.apply(status('open'));
    assert.deepEqual(shown(store), [9, 8, 7, 6, 5]);
  });

  test('beyond the last loaded row a chat is dropped; in a list that is complete it is kept', () => {
    const store = loaded();
    store.apply(moved(6, 1));
    assert.deepEqual(shown(store), [9, 8, 7, 5]);
    const complete = loaded(null);
    complete.apply(moved(6, 1));
    assert.deepEqual(shown(complete), [9, 8, 7, 5, 6]);
  });

  test('one event changes every list', () => {
    const store = loaded();
    store.openList('mine', { query: 'eq(assignedUserId,"u1")', sortBy: 'asc(waitingSince)' });
    store.addPage('mine', pageOf([], null));
    store.apply({ event: 'chat.assigned', data: { id: idOf(8), assignedUserId: 'u1' } });
    assert.deepEqual(shown(store, 'mine'), [8]);
    assert.equal(shown(store)?.length, 5);
  });

  test('an unknown chat is wanted only if a list would show it', () => {
    const store = loaded();
    store.apply(moved(30, 30));
    store.apply(moved(31, 31, { status: 'closed' }));
    store.apply(moved(2, 2)); // beyond the last row
    assert.deepEqual(store.takeWanted(10), [idOf(30)]);
    store.upsert(chatAt(30));
    assert.deepEqual(shown(store), [30, 9, 8, 7, 6, 5]);
  });

  test('while the list is held, a chat that repeated events drop and bring back stays in its place', () => {
    const store = loaded();
    store.hold(KEY, true);
    const status = (value: string) => ({
      event: 'chat.status_changed',
      data: { id: idOf(7), status: value, previousStatus: 'x' },
    });
    store.apply(status('snoozed'));
    store.apply(moved(7, 6));
    assert.deepEqual([...(store.getList(KEY)?.waiting.keys() ?? [])], [idOf(7)], 'with other keys it waits');
    store.apply(moved(7, 7));
    assert.deepEqual(shown(store), [9, 8, 7, 6, 5]);
    assert.equal(store.getList(KEY)?.waiting.size, 0);
  });

  test('rows that arrive while a list is held wait, and a row that moves stays where it is', () => {
    const store = loaded();
    store.hold(KEY, true);
    store.apply(moved(6, 20));
    store.upsert(chatAt(30));
    assert.deepEqual(shown(store), [9, 8, 7, 6, 5]);
    assert.equal(store.getList(KEY)?.waiting.size, 2);
    store.hold(KEY, false);
    assert.deepEqual(shown(store), [30, 6, 9, 8, 7, 5]);
    assert.equal(store.getList(KEY)?.waiting.size, 0);
  });

  test('the open chat stays until another one is opened', () => {
    const store = createChatStore();
    store.openList(KEY, { query: 'eq(isUnread,true)' });
    store.addPage(
      KEY,
      pageOf(
        [9, 8].map((minute) => ({ ...chatAt(minute), unreadCount: 1 })),
        null,
      ),
    );
    store.pin(KEY, idOf(9));
    store.patch(idOf(9), { unreadCount: 0 });
    assert.deepEqual(shown(store), [9, 8]);
    store.pin(KEY, idOf(8));
    assert.deepEqual(shown(store), [8]);
  });

  test('a patch returns what it replaced, so that it can be taken back', () => {
    const store = loaded();
    const before = store.patch(idOf(9), { status: 'closed' });
    assert.deepEqual(shown(store), [8, 7, 6, 5]);
    store.patch(idOf(9), before);
    assert.equal(store.get(idOf(9))?.status, 'open');
  });

  test('pages are appended in order, and a page that is loaded again replaces its rows only', () => {
    const store = loaded();
    store.addPage(
      KEY,
      pageOf(
        [4, 3].map((minute) => chatAt(minute)),
        null,
      ),
    );
    assert.deepEqual(shown(store), [9, 8, 7, 6, 5, 4, 3]);
    const list = store.getList(KEY);
    assert.ok(list);
    assert.deepEqual([pageAt(list, 0), pageAt(list, 4), pageAt(list, 5)], [0, 0, 1]);
    store.markStale();
    store.refreshPage(
      KEY,
      0,
      pageOf(
        [40, 9, 8, 6, 5].map((minute) => chatAt(minute)),
        'more',
      ),
    );
    assert.deepEqual(shown(store), [40, 9, 8, 6, 5, 4, 3]);
    assert.deepEqual(
      list.pages.map(({ isStale }) => isStale),
      [false, true],
    );
    assert.equal(indexOf(list, idOf(4)), 5);
  });

  test('a deleted or hidden chat leaves every list', () => {
    const store = loaded();
    store.apply({ event: 'chat.deleted', data: { id: idOf(9) } });
    store.apply({ event: 'chat.hidden', data: { id: idOf(8) } });
    assert.deepEqual(shown(store), [7, 6, 5]);
    assert.equal(store.get(idOf(9)), undefined);
  });

  test('the status of the latest message is kept, that of an older one is not', () => {
    const store = loaded();
    const message = (id: string, timestamp: string) => ({
      event: 'message.updated',
      data: { id, status: 'failed', timestamp, author: null, chat: { id: idOf(9) } },
    });
    store.apply(message('old', '2000-01-01T00:00:00.000Z'));
    assert.equal(store.get(idOf(9))?.latestStatus, undefined);
    store.apply(message('m9', '2000-01-01T00:00:00.000Z'));
    assert.equal(store.get(idOf(9))?.latestStatus?.status, 'failed');
  });

  test('a renamed contact is renamed in its chats; new labels load them again', () => {
    const store = loaded();
    const changes = { labelsAdded: ['l1'], labelsRemoved: [], attributesChanged: [] };
    store.apply({ event: 'contact.updated', data: { id: 'contact-9', firstName: 'Ada', lastName: 'L', changes } });
    assert.equal(store.get(idOf(9))?.contact.fullName, 'Ada L');
    assert.deepEqual(store.takeWanted(9), [idOf(9)]);
  });
});

describe('memory of the chat store', () => {
  test('rows of a long list stay, chats beyond the limit are dropped, except those that are shown', () => {
    const store = createChatStore();
    store.openList(KEY, asked);
    store.subscribe(`chat:${idOf(0)}`, () => undefined);
    for (let page = 0; page < 60; page++)
      store.addPage(
        KEY,
        pageOf(
          Array.from({ length: 50 }, (_, i) => chatAt(-(page * 50 + i))),
          'more',
        ),
      );
    assert.equal(store.getList(KEY)?.rows.length, 3_000);
    assert.equal(store.sizes().chats, 2_000);
    assert.ok(store.get(idOf(0)));
    assert.equal(store.get(idOf(-1)), undefined);
  });

  test('closing lists drops chats that are in no list', () => {
    const store = loaded();
    store.openList('closed', { query: 'eq(status,"closed")' });
    store.addPage('closed', pageOf([{ ...chatAt(50), status: 'closed' }], null));
    store.closeLists(1);
    assert.deepEqual(store.sizes(), { chats: 1, lists: 1, wanted: 0, generation: 0 });
  });

  test('more unknown chats than can be loaded one by one make the list stale instead', () => {
    const store = loaded();
    for (let minute = 100; minute < 300; minute++) store.apply(moved(minute, minute));
    assert.equal(store.sizes().wanted, 80);
    assert.ok(store.getList(KEY)?.pages[0]?.isStale);
  });

  test('an event costs the same in a list of 100,000 rows', () => {
    const store = createChatStore();
    store.openList(KEY, asked);
    for (let page = 0; page < 1_000; page++)
      store.addPage(
        KEY,
        pageOf(
          Array.from({ length: 100 }, (_, i) => chatAt(-(page * 100 + i))),
          'more',
        ),
      );
    const before = process.threadCpuUsage();
    for (let i = 0; i < 1_000; i++) store.apply(moved(-99_900 + (i % 500), i + 1));
    const perEvent = process.threadCpuUsage(before).user / 1_000 / 1_000;
    assert.ok(perEvent < 5, `${perEvent} ms per event`);
  });
});
