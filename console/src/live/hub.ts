import type { types } from '@patchbay/sdk';

export type FeedEvent = types.Event;
export type FeedStatus = 'connecting' | 'live' | 'offline';

/** What the leading tab tells the others. `hello` is the question of a new tab. */
export type TabMessage =
  | { kind: 'event'; event: FeedEvent }
  | { kind: 'status'; status: FeedStatus }
  | { kind: 'reconnected'; awayMs: number }
  | { kind: 'hello' };

/** What connects the tabs and the server; a browser's in production, fakes in tests. */
export type HubParts = {
  /** Runs `work` in one tab at a time, until the signal aborts; another tab is next when this one ends. */
  lead: (work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** Follows the feed from an event on, until the signal aborts. */
  follow: (
    feed: { lastEventId: string | undefined; onOpen: () => void; onLost: () => void },
    signal: AbortSignal,
  ) => AsyncIterable<FeedEvent>;
  tabs: { post: (message: TabMessage) => void; listen: (listener: (message: TabMessage) => void) => () => void };
  sleep: (signal: AbortSignal) => Promise<void>;
  now: () => number;
};

export type HubListener = {
  onEvent: (event: FeedEvent) => void;
  onStatus: (status: FeedStatus) => void;
  /** Events may be missing. `awayMs` is how long there was no connection. */
  onReconnected: (awayMs: number) => void;
};

/**
 * Joins a tab to the feed of a tenant. Browsers allow six connections per server with HTTP/1.1, so one tab leads: it has the connection
 * and tells the others. Every tab knows the latest event id, so a tab that takes over continues where the last one ended.
 */
export function joinHub({ lead, follow, tabs, sleep, now }: HubParts, listener: HubListener, signal: AbortSignal): void {
  let status: FeedStatus = 'connecting';
  let lastEventId: string | undefined;
  let lostAt: number | null = null;
  const known = new Set<string>();
  let isLeading = false;
  let wasOpen = false;

  const receive = (message: TabMessage): void => {
    if (message.kind === 'hello') {
      if (isLeading) tabs.post({ kind: 'status', status });
    } else if (message.kind === 'event') {
      if (isKnown(known, message.event.id)) return;
      lastEventId = message.event.id ?? lastEventId; // live events have none
      listener.onEvent(message.event);
    } else if (message.kind === 'status') {
      status = message.status;
      wasOpen ||= status === 'live';
      listener.onStatus(status);
    } else listener.onReconnected(message.awayMs);
  };
  const tell = (message: TabMessage): void => {
    receive(message);
    tabs.post(message);
  };
  const onOpen = (): void => {
    const awayMs = lostAt === null ? 0 : now() - lostAt;
    const isAgain = wasOpen || lostAt !== null; // a first connection that failed: the page was loaded before it
    lostAt = null;
    tell({ kind: 'status', status: 'live' });
    if (isAgain) tell({ kind: 'reconnected', awayMs });
  };
  const onLost = (): void => {
    lostAt ??= now();
    tell({ kind: 'status', status: 'offline' });
  };
  const work = async (over: AbortSignal): Promise<void> => {
    isLeading = true;
    while (!over.aborted) {
      try {
        for await (const event of follow({ lastEventId, onOpen, onLost }, over)) tell({ kind: 'event', event });
      } catch {
        if (over.aborted) return;
        onLost();
        await sleep(over);
      }
    }
  };

  const stopListening = tabs.listen(receive);
  signal.addEventListener('abort', stopListening);
  tabs.post({ kind: 'hello' });
  lead(work, signal).catch(() => undefined); // rejects when the signal aborts
}

/** A connection that continues begins a little earlier, so some events come twice. Remembers this many ids. */
const IDS_KNOWN = 2_000;

function isKnown(known: Set<string>, id: string | null): boolean {
  if (id === null) return false;
  if (known.has(id)) return true;
  known.add(id);
  const [oldest] = known;
  if (known.size > IDS_KNOWN && oldest !== undefined) known.delete(oldest);
  return false;
}
