import { createClient } from '@redis/client';
import type { Logger } from './logger.ts';
import type { SharedCounter } from './rate-limit.ts';
import type { ScriptRunner } from './token-bucket.ts';

const ANSWER_WITHIN_MS = 250;

export type Redis = SharedCounter & ScriptRunner & { isReady(): boolean; close(): Promise<void> };

/**
 * Connects to Redis, which holds only counters. While it is unavailable, commands fail at once (no offline queue), and the client
 * reconnects in the background.
 */
export function connectRedis(url: string, prefix: string, log: Logger): Redis {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: ANSWER_WITHIN_MS },
    socket: { connectTimeout: 1000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000) },
  });
  let wasReady = true;
  client.on('error', (error: Error) => {
    if (wasReady) log.warn({ err: error }, 'Redis unavailable; each process enforces rate limits on its own');
    wasReady = false;
  });
  client.on('ready', () => {
    wasReady = true;
  });
  client.connect().catch(() => undefined); // the 'error' event logs it
  return {
    async add(key, n, expireSeconds) {
      const [value] = await client.multi().incrBy(`${prefix}${key}`, n).expire(`${prefix}${key}`, expireSeconds).exec();
      return Number(value);
    },
    async run(script, key, args) {
      return Number(await client.eval(script, { keys: [`${prefix}${key}`], arguments: args }));
    },
    isReady: () => client.isReady,
    async close() {
      client.destroy();
    },
  };
}
