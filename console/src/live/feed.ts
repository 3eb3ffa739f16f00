import type { Patchbay, types } from '@patchbay/sdk';

/**
 * The live feed of the tenant. The only module that opens it; areas use subscribe(), onReconnected() and the status.
 * Events of `live` types (chat.presence, message.created, ...) have no id and are lost while the connection is.
 */
export type FeedEvent = types.Event;
export type FeedStatus = 'connecting' | 'live' | 'offline';
type Listener = (event: FeedEvent) => void;

const listeners = new Map<string, Set<Listener>>();
const reconnected = new Set<() => void>();
const statusListeners = new Set<() => void>();
let status: FeedStatus = 'connecting';
const RETRY_MS = 5_000;
let stop: (() => void) | null = null;

/** Calls the listener for each event of a type (`message.received`), or of all with `*`, until the returned function is called. */
export function subscribe(type: string, listener: Listener): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

/** Calls the listener after the connection came back. Events may be missing: load again what is shown. */
export function onReconnected(listener: () => void): () => void {
  reconnected.add(listener);
  return () => reconnected.delete(listener);
}

export const feedStatus = (): FeedStatus => status;

export function onFeedStatus(listener: () => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

/** Connects to the feed of a tenant for the signed-in person; the frame does this. Returns a function that ends it. */
export function startFeed(client: Patchbay, _tenantId: string): () => void {
  stop?.();
  const ended = new AbortController();
  stop = () => ended.abort();
  void run(client, ended.signal);
  return stop;
}

async function run(client: Patchbay, signal: AbortSignal): Promise<void> {
  let wasOpen = false;
  const onOpen = () => {
    setStatus('live');
    if (wasOpen) for (const listener of reconnected) listener();
    wasOpen = true;
  };
  while (!signal.aborted) {
    try {
      const feed = { live: true, onOpen, onLost: () => setStatus('offline') };
      for await (const event of client.events.follow(feed, { signal })) publish(event);
    } catch {
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function publish(event: FeedEvent): void {
  for (const key of [event.event, '*']) for (const listener of listeners.get(key) ?? []) listener(event);
}

function setStatus(next: FeedStatus): void {
  status = next;
  for (const listener of statusListeners) listener();
}
