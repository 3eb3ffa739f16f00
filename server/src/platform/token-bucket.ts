import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

/** Runs a script on the shared store (Redis in production). */
export type ScriptRunner = { run(script: string, key: string, args: string[]): Promise<number> };

export type Turn = { taken: boolean; waitMs: number };

export type TokenBucket = {
  /** Takes a turn and returns how long to wait for it. Takes none when the wait would be too long. */
  take(key: string, perSecond: number): Promise<Turn>;
  /** Pauses all turns of a key, because the provider reports that its rate is exceeded. */
  pause(key: string, ms: number): Promise<void>;
};

const LONGEST_WAIT_MS = 2_000;
/** Unused turns of this period can be taken later. Providers count per second; a longer period would exceed their rate. */
const BURST_MS = 25;
/** Number of keys that one process limits on its own while Redis is unavailable. A displaced key can send at once. */
const MOST_LOCAL_KEYS = 100_000;

/**
 * Gives turns at a steady rate across all processes. The only state is the time of the next turn. Calls of one tick share one request
 * to the store. While the shared store is unavailable, each process limits on its own.
 */
export function createTokenBucket(deps: { scripts: ScriptRunner; clock: Clock }): TokenBucket {
  const local = new LRUCache<string, number>({ max: MOST_LOCAL_KEYS });
  const run = async (key: string, move: Move): Promise<number> => {
    const now = deps.clock.now().getTime();
    const { stepMs, n, pauseMs } = move;
    try {
      return await deps.scripts.run(SCRIPT, key, [now, stepMs, n, pauseMs, LONGEST_WAIT_MS, BURST_MS].map(String));
    } catch {
      return step(local, key, now, move);
    }
  };
  const asking = new Map<string, ((turn: Turn) => void)[]>();
  const ask = async (key: string, stepMs: number, together: string): Promise<void> => {
    const takers = asking.get(together) ?? [];
    asking.delete(together);
    const turns = shareOut(await run(key, { stepMs, n: takers.length, pauseMs: 0 }), stepMs, takers.length);
    for (const [i, answer] of takers.entries()) answer(turns[i] as Turn);
  };
  return {
    take(key, perSecond) {
      const together = `${key} ${perSecond}`;
      return new Promise((resolve) => {
        const takers = asking.get(together) ?? [];
        if (takers.push(resolve) > 1) return;
        asking.set(together, takers);
        setImmediate(() => void ask(key, 1000 / perSecond, together));
      });
    },
    async pause(key, ms) {
      await run(key, { stepMs: 0, n: 0, pauseMs: ms });
    },
  };
}

/** Takes `n` turns, or pauses. */
export type Move = { stepMs: number; n: number; pauseMs: number };

/** Returns how many of `n` turns begin soon enough to be taken. Must give the same result as the script. */
const fitting = (offsetMicros: number, stepMs: number, n: number): number =>
  Math.max(0, Math.min(n, Math.floor((LONGEST_WAIT_MS * 1000 - offsetMicros) / (stepMs * 1000)) + 1));

type Turns = { get(key: string): number | undefined; set(key: string, next: number): unknown };

/** Makes the decision of the script for one process. Returns when the first turn begins, in microseconds from now. */
export function step(turns: Turns, key: string, now: number, { stepMs, n, pauseMs }: Move): number {
  const next = Math.max(turns.get(key) ?? 0, now - BURST_MS);
  if (pauseMs > 0) {
    turns.set(key, Math.max(next, now + pauseMs));
    return 0;
  }
  const offsetMicros = Math.floor((next - now) * 1000 + 0.5);
  const taken = fitting(offsetMicros, stepMs, n);
  if (taken > 0) turns.set(key, next + taken * stepMs);
  return offsetMicros;
}

/** Returns the turn of each caller. Callers whose wait would be too long get none, and the time after which to ask again. */
export function shareOut(offsetMicros: number, stepMs: number, n: number): Turn[] {
  const taken = fitting(offsetMicros, stepMs, n);
  return Array.from({ length: n }, (_, i) => ({
    taken: i < taken,
    waitMs: Math.ceil(Math.max(0, offsetMicros / 1000 + Math.min(i, taken) * stepMs)),
  }));
}

const SCRIPT = `
local now, step, n, pause = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local longest, burst = tonumber(ARGV[5]), tonumber(ARGV[6])
local next = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now - burst)
if pause > 0 then
  redis.call('SET', KEYS[1], string.format('%.4f', math.max(next, now + pause)), 'PX', 120000)
  return 0
end
local offset = math.floor((next - now) * 1000 + 0.5)
local taken = math.max(0, math.min(n, math.floor((longest * 1000 - offset) / (step * 1000)) + 1))
if taken > 0 then redis.call('SET', KEYS[1], string.format('%.4f', next + taken * step), 'PX', 120000) end
return offset
`;
