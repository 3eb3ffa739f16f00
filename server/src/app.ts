import type { Pool } from 'pg';
import { createChannelConnector } from './adapters/connector.ts';
import { createUnsubscribeLinks } from './domain/contacts/index.ts';
import { recipientErrorFold } from './domain/recipients/index.ts';
import { reportFold } from './domain/reports/index.ts';
import { createRequestLog } from './domain/requests/index.ts';
import { createAuthenticator, createKeyRing } from './domain/tokens/index.ts';
import { createMetricsServer } from './http/public/metrics.ts';
import { createServer } from './http/server.ts';
import { createJobHandlers } from './job-handlers/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { observeEventLoop } from './platform/event-loop.ts';
import { createFileStore, watchFileStore } from './platform/file-store/index.ts';
import { createLeases } from './platform/leases.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createMailer } from './platform/mailer.ts';
import { createMetrics } from './platform/metrics.ts';
import { createParserPool } from './platform/parser-pool.ts';
import { createPasswords } from './platform/passwords.ts';
import { observeProcess } from './platform/process-metrics.ts';
import { createIdentityProviderClient, createProviderClients } from './platform/provider-clients.ts';
import { createRateLimiter } from './platform/rate-limit.ts';
import { connectRedis } from './platform/redis.ts';
import { createSafeFetch } from './platform/safe-fetch.ts';
import { createSandboxControl } from './platform/sandbox-control.ts';
import { createSecretBox } from './platform/secrets.ts';
import { createTokenBucket } from './platform/token-bucket.ts';
import { createTracing } from './platform/tracing.ts';
import { connectBroker, createFeed, createHolds, startSweep, startWorker, type WorkerDeps } from './queue/index.ts';
import { sandboxPaths } from './registry/channels.ts';
import { observeConnections, observeServices } from './storage/connection-metrics.ts';
import { openDatabase, openEnginePool, refuseBypass, requireEngineRole, warnWithoutAutovacuum } from './storage/database.ts';
import { watchDatabase } from './storage/database-metrics.ts';
import { startFolding } from './storage/fold.ts';
import { createPartitionMaintenance } from './storage/partition-maintenance.ts';
import { startTableStatistics } from './storage/table-statistics.ts';

export type Role = 'api' | 'worker' | 'all';
export type AppOptions = { clock?: Clock; log?: Logger; checkReplies?: boolean };

/** Creates all connections, the server and the background work from the configuration. The only place that wires modules together. */
export async function createApp(config: Config, role: Role, options: AppOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLogger(config.LOG_LEVEL);
  const metrics = createMetrics();
  const tracing = await createTracing(config, { log, metrics });
  const eventLoop = observeEventLoop(metrics);
  observeProcess(metrics);
  const secrets = createSecretBox(config);
  const database = openDatabase(config, log);
  const redis = connectRedis(config.REDIS_URL, config.REDIS_PREFIX, log);
  const broker = connectBroker(config, log);
  const files = watchFileStore(createFileStore(config), { log, clock });
  const connector = createChannelConnector({ config, clock, secrets, clients: createProviderClients(config, sandboxPaths) });
  const identityProviders = createIdentityProviderClient(config);
  const sandbox = createSandboxControl(config);
  const parsers = createParserPool({ log, metrics });
  const directory = openEnginePool(config, log);
  const unsubscribeLinks = createUnsubscribeLinks(config);
  const bucket = createTokenBucket({ scripts: redis, clock });
  const base = {
    config,
    clock,
    log,
    metrics,
    tracing,
    secrets,
    database,
    broker,
    files,
    connector,
    identityProviders,
    sandbox,
    parsers,
    bucket,
    unsubscribeLinks,
    directory,
    mailer: createMailer(config),
    notify: broker.publish,
  };
  observeConnections(metrics, { requests: database.pool, sweep: directory }, database.waiting);
  observeServices(metrics, { redis: redis.isReady, nats: broker.isReady, files: () => files.state().ready });
  const keys = createKeyRing(base);
  const requestLog = createRequestLog(base);
  const metricsServer = config.METRICS_PORT === undefined ? undefined : createMetricsServer(base);
  const close = async () => {
    eventLoop.stop();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    base.mailer?.close();
    await requestLog.close();
    const open = [database, redis, broker, files, connector, identityProviders, sandbox, parsers];
    await Promise.allSettled([...open.map((one) => one.close()), directory.end(), tracing?.close()]);
  };
  try {
    await refuseBypass(database);
    await keys.newest();
  } catch (error) {
    await close();
    throw needsMigrating(error) ? new Error('The database is not ready for this version; run: npm run admin -- migrate') : error;
  }
  // Everything but files works without the file store, and it may recover. watchFileStore logs the failure.
  await files.prepare().catch(() => undefined);
  const health = {
    draining: false,
    services: async () => ({ postgresql: await answers(database), redis: redis.isReady(), nats: broker.isReady() }),
    files: files.state,
  };
  const feed = createFeed(broker);
  const server = await createServer({
    ...base,
    keys,
    health,
    feed,
    authenticate: createAuthenticator({ ...base, keys }),
    passwords: createPasswords(),
    rateLimiter: createRateLimiter({ counter: redis, clock, metrics }),
    leases: createLeases({ scripts: redis }),
    requestLog,
    checkReplies: options.checkReplies ?? false,
  });
  const background = role === 'api' ? undefined : createBackground(base);
  return { ...base, role, keys, health, feed, server, metricsServer, background, close };
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** Creates the background work of a worker: jobs, the sweep that republishes lost jobs, partition maintenance, the folding of counts, and statistics of grown tables. */
function createBackground(
  deps: WorkerDeps & Omit<Parameters<typeof createJobHandlers>[0], 'safeFetch'> & { config: Config; directory: Pool },
) {
  const { config } = deps;
  const safeFetch = createSafeFetch({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE });
  const works = createJobHandlers({ ...deps, safeFetch });
  const pool = deps.directory;
  const partitions = createPartitionMaintenance(deps);
  const holds = createHolds({ pool, log: deps.log });
  const running: { stop(): Promise<void> }[] = [];
  return {
    async start(): Promise<void> {
      await requireEngineRole(pool);
      await warnWithoutAutovacuum(pool, deps.log);
      await partitions.start();
      await holds.start();
      running.push(
        startWorker({ ...deps, holds }, works),
        startSweep({ ...deps, pool, jobs: works.map(({ job }) => job), leaseMs: config.JOB_LEASE_SECONDS * 1000 }),
        startFolding(deps, [reportFold, recipientErrorFold]),
        startTableStatistics(deps),
        watchDatabase({ ...deps, pool }),
      );
    },
    /** Finishes and records running jobs. Starts no new ones. */
    async stop(): Promise<void> {
      partitions.stop();
      await Promise.all(running.map((one) => one.stop()));
      await holds.stop();
      await safeFetch.close();
    },
  };
}

/** Returns whether the database, a table or the role is missing: the installation was not migrated. */
const needsMigrating = (error: unknown): boolean =>
  ['3D000', '42P01', '22023', '42501'].includes((error as { code?: string }).code ?? '');

const answers = (database: { pool: { query(text: string): Promise<unknown> } }): Promise<boolean> =>
  database.pool.query('select 1').then(
    () => true,
    () => false,
  );
