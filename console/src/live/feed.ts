import type { Patchbay } from '@patchbay/sdk';
import { type FeedEvent, type FeedStatus, joinHub, type TabMessage } from './hub.ts';

/**
 * The live feed of the tenant. The only module that opens it; areas use subscribe(), onReconnected() and the status. Events of `live`
 * types (chat.presence, draft.updated) have no id and are lost while the connection is.
 */
export type { FeedEvent, FeedStatus } from './hub.ts';

type Listener = (event: FeedEvent) => void;

const RETRY_MS = 3_000;
const RETRIES = 1_000_000; // the feed waits at most eight seconds between them
const listeners = new Map<string, Set<Listener>>();
const reconnected = new Set<(awayMs: number) => void>();
const statusListeners = new Set<() => void>();
let status: FeedStatus = 'connecting';

/** Calls the listener for each event of a type (`message.received`), or of all with `*`, until the returned function is called. */
export function subscribe(type: string, listener: Listener): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

/** Calls the listener after the connection came back. Events may be missing: load again what is shown. */
export function onReconnected(listener: (awayMs: number) => void): () => void {
  reconnected.add(listener);
  return () => reconnected.delete(listener);
}

export const feedStatus = (): FeedStatus => status;

export function onFeedStatus(listener: () => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

/** Joins the feed of the tenant for the signed-in person; the frame does this. Returns a function that leaves it. */
export function startFeed(client: Patchbay, tenantId: string, userId: string): () => void {
  const ended = new AbortController();
  const name = `patchbay.feed.${tenantId}.${userId}`;
  const channel = new BroadcastChannel(name);
  ended.signal.addEventListener('abort', () => channel.close());
  joinHub(
    {
      lead: (work, signal) => navigator.locks.request(name, { signal }, () => work(signal)),
      follow: ({ lastEventId, onOpen, onLost }, signal) => {
        const feed = { live: true, maxRetries: RETRIES, onOpen, onLost, ...(lastEventId && { lastEventId }) };
        return client.events.follow(feed, { signal: untilOffline(signal) });
      },
      tabs: {
        post: (message) => !ended.signal.aborted && channel.postMessage(message),
        listen: (listener) => {
          channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
          return () => {
            channel.onmessage = null;
          };
        },
      },
      sleep: retryTime,
      now: Date.now,
    },
    { onEvent: publish, onStatus: setStatus, onReconnected: (awayMs) => call(reconnected, awayMs) },
    ended.signal,
  );
  return () => ended.abort();
}

/** A lost network does not always close a connection: the browser says it first. */
function untilOffline(signal: AbortSignal): AbortSignal {
  const offline = new AbortController();
  addEventListener('offline', () => offline.abort(), { once: true, signal });
  if (!navigator.onLine) offline.abort();
  return AbortSignal.any([signal, offline.signal]);
}

/** Waits a moment, and less when the browser says that the network is back. */
function retryTime(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, RETRY_MS);
    addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

function publish(event: FeedEvent): void {
  for (const key of [event.event, '*']) call(listeners.get(key), event);
}

function setStatus(next: FeedStatus): void {
  if (next === status) return;
  status = next;
  call(statusListeners, undefined);
}

/** An error in one listener must not keep the event from the others. */
function call<T>(set: Iterable<(value: T) => void> | undefined, value: T): void {
  for (const listener of set ?? []) {
    try {
      listener(value);
    } catch (error) {
      reportError(error);
    }
  }
}
