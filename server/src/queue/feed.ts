import type { Notice } from '../storage/context.ts';
import type { Broker } from './broker.ts';

/** Ids only, so a listener that is slow for a while costs little; what goes beyond, a look finds if it is recent. */
const MOST_WAITING = 50_000;

/** What was told since the last time, or null when the feed has ended. */
export type Hearing = { next(withinMs: number): Promise<string[] | null>; stop(): void };

/** So many ids travel in one notice. */
const MOST_IN_A_NOTICE = 200;

/** What tells listeners of a tenant that these are there. */
export function feedNotices(tenantId: string, ids: string[]): Notice[] {
  const notices: Notice[] = [];
  for (let i = 0; i < ids.length; i += MOST_IN_A_NOTICE)
    notices.push({ subject: 'feed', payload: [tenantId, ...ids.slice(i, i + MOST_IN_A_NOTICE)].join(' ') });
  return notices;
}

export type Feed = ReturnType<typeof createFeed>;

/** One subscription per process, fanned out in memory to whoever listens to a tenant. */
export function createFeed(broker: Broker) {
  const listeners = new Map<string, Set<(id: string) => void>>();
  const subscription = broker.listen('feed', (payload) => {
    const [tenantId = '', ...ids] = payload.split(' ');
    for (const hear of listeners.get(tenantId) ?? []) for (const id of ids) hear(id);
  });
  const endings = new Set<() => void>();
  let ended = false;
  return {
    /** Ends every listener: the process is going away, and they will find another. */
    async end(): Promise<void> {
      ended = true;
      for (const end of endings) end();
      await subscription.stop();
    },
    /** What a listener cannot keep up with it finds later, by looking. */
    hear(tenantId: string): Hearing {
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
      const hear = (id: string) => {
        if (waiting.length < MOST_WAITING) waiting.push(id);
        wake?.();
      };
      const end = () => wake?.();
      endings.add(end);
      const mine = listeners.get(tenantId) ?? new Set();
      listeners.set(tenantId, mine.add(hear));
      return {
        async next(withinMs) {
          if (waiting.length === 0 && !ended) await pause(withinMs);
          const told = waiting;
          waiting = [];
          return ended ? null : told;
        },
        stop() {
          endings.delete(end);
          mine.delete(hear);
          if (mine.size === 0) listeners.delete(tenantId);
          wake?.();
        },
      };
    },
  };
}
