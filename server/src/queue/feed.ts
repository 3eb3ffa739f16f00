import type { Notice } from '../storage/context.ts';
import type { Broker } from './broker.ts';

/** The most ids that wait for a slow subscriber. It finds the rest when it reads the database again. */
const MOST_WAITING = 50_000;

/** The most live events that wait for a slow subscriber. Older ones are dropped: what they say is over in a few seconds. */
const MOST_LIVE_WAITING = 1_000;

/** An event that is not stored: only feeds that are open receive it. `onlyFor`: the one user whose feeds receive it. */
export type LiveEvent = { type: string; data: object; createdAt: string; onlyFor: string | null };

/** What was published since the last call: ids of stored events, and live events. */
export type News = { ids: string[]; live: LiveEvent[] };

/** `next` returns the news, or null when the feed has ended. */
export type FeedSubscription = { next(withinMs: number): Promise<News | null>; stop(): void };

/** The most ids in one message. */
const MOST_IN_A_NOTICE = 200;

/** Returns the messages that announce these events to the subscribers of a tenant. */
export function feedNotices(tenantId: string, ids: string[]): Notice[] {
  const notices: Notice[] = [];
  for (let i = 0; i < ids.length; i += MOST_IN_A_NOTICE)
    notices.push({ subject: 'feed', payload: [tenantId, ...ids.slice(i, i + MOST_IN_A_NOTICE)].join(' ') });
  return notices;
}

/** Returns the message that carries a live event to the subscribers of a tenant. */
export const liveNotice = (tenantId: string, event: LiveEvent): Notice => ({
  subject: 'live',
  payload: `${tenantId} ${JSON.stringify(event)}`,
});

export type Feed = ReturnType<typeof createFeed>;

type Receive = (news: string | LiveEvent) => void;

/** Creates one NATS subscription for each kind of news and process, fanned out in memory to the subscribers of each tenant. */
export function createFeed(broker: Broker) {
  const listeners = new Map<string, Set<Receive>>();
  const stored = broker.listen('feed', (payload) => {
    const [tenantId = '', ...ids] = payload.split(' ');
    for (const receive of listeners.get(tenantId) ?? []) for (const id of ids) receive(id);
  });
  const live = broker.listen('live', (payload) => {
    const tenantId = payload.slice(0, payload.indexOf(' '));
    const receivers = listeners.get(tenantId);
    if (!receivers) return;
    const event = JSON.parse(payload.slice(tenantId.length + 1)) as LiveEvent;
    for (const receive of receivers) receive(event);
  });
  const endings = new Set<() => void>();
  let ended = false;
  return {
    /** Ends every subscription when the process stops. Clients connect to another process. */
    async end(): Promise<void> {
      ended = true;
      for (const end of endings) end();
      await Promise.all([stored.stop(), live.stop()]);
    },
    /** Subscribes to the events of a tenant. A subscriber that is too slow finds the rest by reading the database. */
    subscribe(tenantId: string): FeedSubscription {
      let waiting: News = { ids: [], live: [] };
      let wake: (() => void) | undefined;
      const pause = (ms: number) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      const receive: Receive = (news) => {
        if (typeof news !== 'string') waiting.live = [...waiting.live.slice(1 - MOST_LIVE_WAITING), news];
        else if (waiting.ids.length < MOST_WAITING) waiting.ids.push(news);
        wake?.();
      };
      const end = () => wake?.();
      endings.add(end);
      const mine = listeners.get(tenantId) ?? new Set();
      listeners.set(tenantId, mine.add(receive));
      return {
        async next(withinMs) {
          if (waiting.ids.length + waiting.live.length === 0 && !ended) await pause(withinMs);
          const news = waiting;
          waiting = { ids: [], live: [] };
          return ended ? null : news;
        },
        stop() {
          endings.delete(end);
          mine.delete(receive);
          if (mine.size === 0) listeners.delete(tenantId);
          wake?.();
        },
      };
    },
  };
}
