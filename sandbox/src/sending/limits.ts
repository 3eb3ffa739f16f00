import { type Bounded, remember } from '../bounded.ts';
import type { Clock } from '../clock.ts';

/** Token buckets by name. */
export type Limits = { take: (name: string, burst: number, perSecond: number) => boolean };

type Bucket = { tokens: number; atMs: number };

const MOST_BUCKETS = 100_000;

export function createLimits(clock: Clock): Limits {
  const buckets: Bounded<Bucket> = new Map();
  return {
    take: (name, burst, perSecond) => {
      const nowMs = clock.now();
      const before = buckets.get(name) ?? { tokens: burst, atMs: nowMs };
      const tokens = Math.min(burst, before.tokens + ((nowMs - before.atMs) / 1000) * perSecond);
      remember(buckets, name, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs: nowMs }, MOST_BUCKETS);
      return tokens >= 1;
    },
  };
}
