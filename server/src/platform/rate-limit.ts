import { LRUCache } from 'lru-cache';
import { createBatches } from './batches.ts';
import type { Clock } from './clock.ts';
import type { Metrics } from './metrics.ts';

const WINDOW_MS = 60_000;

/** Adds n to a shared counter (Redis in production) and returns its new value. */
export type SharedCounter = { add(key: string, n: number, expireSeconds: number): Promise<number> };

export type Allowance = { allowed: boolean; limit: number; remaining: number; resetAtSeconds: number };

export type RateLimiter = {
  /** Counts one request against `key`. */
  take(key: string, limit: number): Promise<Allowance>;
  /** Returns the allowance without counting. */
  peek(key: string, limit: number): Promise<Allowance>;
};

/** Requests that share one increment, at most. */
const MOST_TOGETHER = 10_000;

/**
 * Limits requests per key in fixed one-minute windows, counted across all processes: exactly `limit` requests pass.
 * Requests that arrive while the increment of their key is under way share the next one. While the shared counter is unavailable, each
 * process counts on its own and reports that in its metrics.
 */
export function createRateLimiter(deps: { counter: SharedCounter; clock: Clock; metrics: Metrics }): RateLimiter {
  const { counter, clock, metrics } = deps;
  const local = createLocalCounter();

  async function reserve(windowKey: string, n: number): Promise<number> {
    try {
      return await counter.add(windowKey, n, (2 * WINDOW_MS) / 1000);
    } catch {
      metrics.rateLimitLocal.add(n);
      return local(windowKey, n);
    }
  }

  /** Returns the number of each request in its window. */
  const numbered = createBatches<undefined, number>(async (windowKey, requests) => {
    const last = await reserve(windowKey, requests.length);
    return requests.map((_, i) => last - requests.length + 1 + i);
  }, MOST_TOGETHER);

  const windowOf = (key: string) => {
    const window = Math.floor(clock.now().getTime() / WINDOW_MS);
    return { windowKey: `${key}:${window}`, resetAtSeconds: ((window + 1) * WINDOW_MS) / 1000 };
  };

  return {
    async take(key, limit) {
      const { windowKey, resetAtSeconds } = windowOf(key);
      return allowance(await numbered(windowKey, undefined), limit, resetAtSeconds);
    },
    async peek(key, limit) {
      const { windowKey, resetAtSeconds } = windowOf(key);
      return allowance(await reserve(windowKey, 0), limit, resetAtSeconds);
    },
  };
}

/** Returns the allowance of the request that is number `used` in its window: it passes when `used` is at most the limit. */
export const allowance = (used: number, limit: number, resetAtSeconds: number): Allowance => ({
  allowed: used <= limit,
  limit,
  remaining: Math.max(0, limit - used),
  resetAtSeconds,
});

/** At most about 20 MB. Beyond it, the key that was used least recently is counted from zero again. */
const MOST_LOCAL_KEYS = 100_000;

type Counted = { windowKey: string; used: number };

/**
 * Counts in this process. Keeps only the newest window of each key and a limited number of keys. Each kind of key (`rate:`, `logins:`)
 * has its own limit: failed logins from many addresses cannot displace the counts of tenants.
 */
export function createLocalCounter(mostKeys = MOST_LOCAL_KEYS) {
  const kinds = new Map<string, LRUCache<string, Counted>>();
  const countsOf = (kind: string) => {
    const counts = kinds.get(kind) ?? new LRUCache<string, Counted>({ max: mostKeys });
    kinds.set(kind, counts);
    return counts;
  };
  return (windowKey: string, n: number): number => {
    const key = windowKey.slice(0, windowKey.lastIndexOf(':'));
    const newest = countsOf(key.slice(0, key.indexOf(':') + 1));
    const known = newest.get(key);
    const used = (known?.windowKey === windowKey ? known.used : 0) + n;
    newest.set(key, { windowKey, used });
    return used;
  };
}
