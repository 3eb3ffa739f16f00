import type { Notice } from '../storage/context.ts';
import type { Broker } from './broker.ts';

/** The most ids that wait for a slow subscriber. It finds the rest when it reads the database again. */
const MOST_WAITING = 50_000;

/** `next` returns the ids published since the last call, or null when the feed has ended. */
export type FeedSubscription = { next(withinMs: number): Promise<string[] | null>; stop(): void };

/** The most ids in one message. */
const MOST_IN_A_NOTICE = 200;

/** Returns the messages that announce these events to the subscribers of a tenant. */
export function feedNotices(tenantId: string, ids: string[]): Notice[] {
  const notices: Notice[] = [];
  for (let i = 0; i < ids.length; i += MOST_IN_A_NOTICE)
    notices.push({ subject: 'feed', payload: [tenantId, ...ids.slice(i, i + MOST_IN_A_NOTICE)].join(' ') });
  return notices;
}

export type Feed = ReturnType<typeof createFeed>;

/** Creates one NATS subscription per process, fanned out in memory to the subscribers of each tenant. */
export function createFeed(broker: Broker) {
  const listeners = new Map<string, Set<(id: string) => void>>();
  const subscription = broker.listen('feed', (payload) => {
    const [tenantId = '', ...ids] = payload.split(' ');
    for (const receive of listeners.get(tenantId) ?? []) for (const id of ids) receive(id);
  });
  const endings = new Set<() => void>();
  let ended = false;
  return {
    /** Ends every subscription when the process stops. Clients connect to another process. */
    async end(): Promise<void> {
      ended = true;
      for (const end of endings) end();
      await subscription.stop();
    },
    /** Subscribes to the events of a tenant. A subscriber that is too slow finds the rest by reading the database. */
    subscribe(tenantId: string): FeedSubscription {
      let waiting: string[] = [];
      let wake: (() => void) | undefined;
      const pause = (ms: number) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      const receive = (id: string) => {
        if (waiting.length < MOST_WAITING) waiting.push(id);
        wake?.();
      };
      const end = () => wake?.();
      endings.add(end);
      const mine = listeners.get(tenantId) ?? new Set();
      listeners.set(tenantId, mine.add(receive));
      return {
        async next(withinMs) {
          if (waiting.length === 0 && !ended) await pause(withinMs);
          const ids = waiting;
          waiting = [];
          return ended ? null : ids;
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
