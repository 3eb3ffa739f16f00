import { randomUUID } from 'node:crypto';
import type { ScriptRunner } from './token-bucket.ts';

/** One of a limited number of slots, taken until it is released. The leases of a process that dies expire. */
export type Lease = { release(): void };

export type Leases = {
  /** Takes one of `limit` slots of a key. Returns undefined when all are taken. */
  take(key: string, limit: number): Promise<Lease | undefined>;
  count(key: string): Promise<number>;
};

/** Returns the key under which the open event feed connections of a tenant are counted. */
export const feedKey = (tenantId: string): string => `feed:${tenantId}`;

/** After this time the leases of a dead process expire. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** The leases of a key that one call of the store renews. */
const RENEWED_TOGETHER = 500;

/**
 * Counts leases across all processes, by the clock of the shared store. While the store is unavailable, each process counts on its
 * own.
 */
export function createLeases({ scripts }: { scripts: ScriptRunner }): Leases {
  const held = new Map<string, Set<string>>();
  const run = async (verb: 'take' | 'renew' | 'drop' | 'count', key: string, ids: string[], limit = 0): Promise<number> => {
    const own = held.get(key)?.size ?? 0;
    const local = { take: own < limit ? 1 : 0, renew: 1, drop: 1, count: own }[verb];
    return scripts.run(SCRIPT, key, [verb, String(limit), String(LEASE_MS), ...ids]).catch(() => local);
  };
  let renewal: NodeJS.Timeout | undefined;
  const renewAll = () => {
    for (const [key, own] of held) {
      const ids = [...own];
      for (let i = 0; i < ids.length; i += RENEWED_TOGETHER) void run('renew', key, ids.slice(i, i + RENEWED_TOGETHER));
    }
  };
  const release = (key: string, id: string) => {
    const own = held.get(key);
    own?.delete(id);
    if (own?.size === 0) held.delete(key);
    if (held.size === 0) {
      clearInterval(renewal);
      renewal = undefined;
    }
    void run('drop', key, [id]);
  };
  return {
    async take(key, limit) {
      const id = randomUUID();
      if ((await run('take', key, [id], limit)) === 0) return undefined;
      held.set(key, (held.get(key) ?? new Set()).add(id));
      renewal ??= setInterval(renewAll, RENEW_MS).unref();
      return { release: () => release(key, id) };
    },
    count: (key) => run('count', key, []),
  };
}

/** A sorted set of holders by the end of their lease. Renewing adds holders that the store has lost. */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[1] == 'count' then return redis.call('ZCARD', KEYS[1]) end
if ARGV[1] == 'drop' then return redis.call('ZREM', KEYS[1], ARGV[4]) end
if ARGV[1] == 'take' and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
for i = 4, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;
