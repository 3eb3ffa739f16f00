import { randomBytes } from 'node:crypto';
import { createTenant } from '../../server/src/domain/tenants/index.ts';
import { createKeyRing, issueToken, rotateSigningKey, scopes } from '../../server/src/domain/tokens/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createMetrics } from '../../server/src/platform/metrics.ts';
import { createSecretBox } from '../../server/src/platform/secrets.ts';
import { connectBroker } from '../../server/src/queue/index.ts';
import { createContext } from '../../server/src/storage/context.ts';
import { openDatabase } from '../../server/src/storage/database.ts';
import { maintainPartitions } from '../../server/src/storage/partition-maintenance.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/test-kit/database.ts';

export type BenchEnvironment = Awaited<ReturnType<typeof createBenchEnvironment>>;

/** Creates a database, a broker prefix and a tenant, and the environment variables for processes that use them. */
export async function createBenchEnvironment(makeDatabase: () => Promise<TestDatabase> = createTestDatabase) {
  const database = await makeDatabase();
  const env = {
    DATABASE_URL: database.url,
    REDIS_PREFIX: `bench:${process.pid}:`,
    NATS_PREFIX: `bench-${randomBytes(4).toString('hex')}-`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'info',
    DRAIN_DELAY_MS: '0',
    DATABASE_WAIT_MS: '', // as installed
  };
  const config = loadConfig(env);
  const log = createLogger('error');
  const broker = connectBroker(config, log);
  const deps = {
    database: openDatabase(config, log),
    clock: systemClock,
    log,
    secrets: createSecretBox(config),
    notify: broker.publish,
  };
  await maintainPartitions({ ...deps, config, metrics: createMetrics() });
  await rotateSigningKey(deps);
  const keys = createKeyRing(deps);
  const newTenant = async () => {
    const ctx = createContext(deps, newId(systemClock));
    await createTenant(ctx, { name: 'Bench', plan: 'enterprise', ratePerMinute: 1_000_000_000 });
    const { accessToken } = await issueToken(ctx, keys, { name: 'bench', scopes: [...scopes] });
    return { ctx, accessToken };
  };
  /** Returns a token of a tenant that the database has already; of one of its users, if one is given. */
  const tokenOf = async (tenantId: string, userId?: string): Promise<string> => {
    const wanted = { name: 'bench', scopes: [...scopes], ...(userId && { userId }) };
    return (await issueToken(createContext(deps, tenantId), keys, wanted)).accessToken;
  };
  const contextOf = (tenantId: string) => createContext(deps, tenantId);
  const { ctx } = await newTenant();
  return {
    env,
    url: database.url,
    ctx,
    tenantId: ctx.tenantId,
    secrets: deps.secrets,
    newTenant,
    tokenOf,
    contextOf,
    async close() {
      await broker.removeStreams();
      await broker.close();
      await deps.database.close();
      await database.drop();
    },
  };
}
