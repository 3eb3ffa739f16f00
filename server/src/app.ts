import { createAuthenticator, createKeyRing } from './domain/tokens/index.ts';
import { createServer } from './http/server.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';
import { createRateLimiter } from './platform/rate-limit.ts';
import { connectRedis } from './platform/redis.ts';
import { createSecretBox } from './platform/secrets.ts';
import { openDatabase, refuseBypass } from './storage/database.ts';
import { createUpkeep } from './storage/upkeep.ts';

export type Role = 'api' | 'worker' | 'all';
export type AppOptions = { clock?: Clock; log?: Logger; checkReplies?: boolean };

/** The only wiring: configuration becomes connections, connections become a server and its background work. */
export async function createApp(config: Config, role: Role, options: AppOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLogger(config.LOG_LEVEL);
  const metrics = createMetrics();
  const secrets = createSecretBox(config.MASTER_KEY);
  const database = openDatabase(config, log);
  const redis = connectRedis(config.REDIS_URL, config.REDIS_PREFIX, log);
  const keys = createKeyRing({ database, clock, secrets });
  const close = async () => {
    await Promise.allSettled([database.close(), redis.close()]);
  };
  try {
    await refuseBypass(database);
    await keys.newest();
  } catch (error) {
    await close();
    throw needsMigrating(error) ? new Error('The database is not ready for this version; run: npm run admin -- migrate') : error;
  }
  const authenticate = createAuthenticator({ database, clock, log, keys });
  const rateLimiter = createRateLimiter({ counter: redis, clock, metrics });
  const health = {
    draining: false,
    engines: async () => ({ postgresql: await answers(database), redis: redis.isReady() }),
  };
  const checkReplies = options.checkReplies ?? false;
  const server = await createServer({
    config,
    clock,
    log,
    metrics,
    database,
    secrets,
    keys,
    authenticate,
    rateLimiter,
    health,
    checkReplies,
  });
  const upkeep = createUpkeep({ database, clock, log, metrics, config });
  return { role, config, log, server, health, upkeep, database, keys, secrets, clock, close };
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** No such database, table or role: what a new installation looks like before its first migration. */
const needsMigrating = (error: unknown): boolean =>
  ['3D000', '42P01', '22023', '42501'].includes((error as { code?: string }).code ?? '');

const answers = (database: { pool: { query(text: string): Promise<unknown> } }): Promise<boolean> =>
  database.pool.query('select 1').then(
    () => true,
    () => false,
  );
