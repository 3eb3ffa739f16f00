import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { type FeedEvent, type HubListener, type HubParts, joinHub, type TabMessage } from './hub.ts';

const event = (id: string | null): FeedEvent => ({ id, event: 'message.received', data: {} }) as FeedEvent;

/** A browser with tabs, one lock, and a server whose connections the test controls. */
function createBrowser({ refusals = 0 } = {}) {
  const waiting: (() => void)[] = [];
  const listeners = new Set<{ tab: number; listener: (message: TabMessage) => void }>();
  const connections: { tab: number; lastEventId: string | undefined; send: (event: FeedEvent) => void; lose: () => void }[] = [];
  let isTaken = false;
  let time = 0;

  const lead = async (work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal) => {
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
    await work(signal);
    isTaken = false;
    waiting.shift()?.();
  };

  function openTab(tab: number) {
    const seen: string[] = [];
    const end = new AbortController();
    const parts: HubParts = {
      lead,
      sleep: () => soon(),
      now: () => time,
      tabs: {
        post: (message) => {
          for (const other of listeners) if (other.tab !== tab) other.listener(message);
        },
        listen: (listener) => {
          const entry = { tab, listener };
          listeners.add(entry);
          return () => listeners.delete(entry);
        },
      },
      follow: async function* ({ lastEventId, onOpen }, signal) {
        if (refusals-- > 0) throw new Error('refused');
        const queue: (FeedEvent | Error)[] = [];
        let wake = () => {};
        const push = (item: FeedEvent | Error) => {
          queue.push(item);
          wake();
        };
        signal.addEventListener('abort', () => push(new Error('aborted')));
        connections.push({ tab, lastEventId, send: push, lose: () => push(new Error('lost')) });
        onOpen();
        for (;;) {
          const item = queue.shift();
          if (item instanceof Error) throw item;
          if (item) yield item;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    };
    const listener: HubListener = {
      onEvent: ({ id }) => seen.push(`event ${id}`),
      onStatus: (status) => seen.push(status),
      onReconnected: (awayMs) => seen.push(`reconnected ${awayMs}`),
    };
    joinHub(parts, listener, end.signal);
    return { seen, close: () => end.abort() };
  }
  return { openTab, connections, pass: (ms: number) => (time += ms) };
}

test('one tab has the connection, all hear the events', async () => {
  const { openTab, connections } = createBrowser();
  const [first, second] = [openTab(1), openTab(2)];
  await soon();
  connections[0]?.send(event('e1'));
  await soon();
  assert.equal(connections.length, 1);
  assert.deepEqual(first.seen, ['live', 'event e1']);
  assert.deepEqual(second.seen, ['live', 'event e1']);
});

test('a tab that takes over continues after the latest event, and everybody loads again', async () => {
  const { openTab, connections } = createBrowser();
  const [first, second] = [openTab(1), openTab(2)];
  await soon();
  connections[0]?.send(event('e1'));
  connections[0]?.send(event(null)); // a live event has no id and does not move the position
  await soon();
  first.close();
  await soon();
  await soon();
  assert.deepEqual(
    connections.map(({ tab, lastEventId }) => [tab, lastEventId]),
    [
      [1, undefined],
      [2, 'e1'],
    ],
  );
  assert.deepEqual(second.seen.slice(-2), ['live', 'reconnected 0']);
  connections[1]?.send(event('e1'));
  connections[1]?.send(event('e2'));
  await soon();
  assert.deepEqual(second.seen.slice(-2), ['reconnected 0', 'event e2']); // e1 comes again and is known
});

test('a lost connection: offline, then live again with the time that passed', async () => {
  const { openTab, connections, pass } = createBrowser();
  const tab = openTab(1);
  await soon();
  connections[0]?.send(event('e7'));
  await soon();
  connections[0]?.lose();
  await Promise.resolve();
  pass(4_000);
  for (let turn = 0; turn < 5; turn++) await soon();
  assert.equal(connections[1]?.lastEventId, 'e7');
  assert.deepEqual(tab.seen.slice(0, 3), ['live', 'event e7', 'offline']);
  assert.match(tab.seen.at(-1) ?? '', /^reconnected/);
});

test('a first connection that fails is tried again, and the page is loaded again', async () => {
  const { openTab, connections } = createBrowser({ refusals: 2 });
  const tab = openTab(1);
  for (let turn = 0; turn < 6; turn++) await soon();
  assert.equal(connections.length, 1);
  assert.deepEqual(tab.seen, ['offline', 'offline', 'live', 'reconnected 0']);
});
