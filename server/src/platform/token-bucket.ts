import type { Clock } from './clock.ts';

/** Runs a script on the shared store of counters. Redis behind it in production. */
export type ScriptRunner = { run(script: string, key: string, args: string[]): Promise<number> };

export type TokenBucket = {
  /** How long to wait for one's turn, which is then taken; or nothing is taken because the wait would be too long. */
  take(key: string, perSecond: number): Promise<{ taken: true; waitMs: number } | { taken: false; waitMs: number }>;
  /** The provider says we are too fast: nobody's turn comes for so long. */
  pause(key: string, ms: number): Promise<void>;
};

const LONGEST_WAIT_MS = 2_000;
/** A turn that was not taken may be caught up within this time; providers count seconds, and more would not be a rate. */
const BURST_MS = 25;

/**
 * One turn after the other at a steady rate, counted once across all processes: the time at which the next turn begins is
 * all there is to remember. While the shared store is away each process keeps the rate by itself.
 */
export function createTokenBucket(deps: { scripts: ScriptRunner; clock: Clock }): TokenBucket {
  const local = new Map<string, number>();
  const run = async (key: string, stepMs: number, pauseMs: number): Promise<number> => {
    const now = deps.clock.now().getTime();
    try {
      return await deps.scripts.run(SCRIPT, key, [
        String(now),
        String(stepMs),
        String(pauseMs),
        String(LONGEST_WAIT_MS),
        String(BURST_MS),
      ]);
    } catch {
      return step(local, key, now, stepMs, pauseMs);
    }
  };
  return {
    async take(key, perSecond) {
      const waitMs = await run(key, 1000 / perSecond, 0);
      return waitMs < 0 ? { taken: false, waitMs: -waitMs } : { taken: true, waitMs };
    },
    async pause(key, ms) {
      await run(key, 0, ms);
    },
  };
}

/** The same decision as the script's, for one process: the wait, or minus the wait when it is too long to take a turn. */
export function step(turns: Map<string, number>, key: string, now: number, stepMs: number, pauseMs: number): number {
  const next = Math.max(turns.get(key) ?? 0, now - BURST_MS);
  if (pauseMs > 0) {
    turns.set(key, Math.max(next, now + pauseMs));
    return 0;
  }
  const waitMs = Math.ceil(Math.max(0, next - now));
  if (waitMs > LONGEST_WAIT_MS) return -waitMs;
  turns.set(key, next + stepMs);
  return waitMs;
}

const SCRIPT = `
local now, step, pause, longest, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local next = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now - burst)
if pause > 0 then
  redis.call('SET', KEYS[1], math.max(next, now + pause), 'PX', 120000)
  return 0
end
local wait = math.ceil(math.max(0, next - now))
if wait > longest then return -wait end
redis.call('SET', KEYS[1], tostring(next + step), 'PX', 120000)
return wait
`;
