import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type App, createApp, type Role } from './app.ts';
import { createEdge } from './edge/edge.ts';
import { type Config, environment, loadConfig } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';

const roles: readonly Role[] = ['api', 'worker', 'all'];

async function main(): Promise<void> {
  const role = process.argv[2] ?? 'all';
  if (role === 'edge') return runEdge(loadConfig(environment()));
  if (!isRole(role)) throw new Error(`Unknown role ${role}; the roles are ${[...roles, 'edge'].join(', ')}`);
  const app = await createApp(loadConfig(environment()), role);
  await app.background?.start();
  // A worker listens too, for health checks.
  const address = await app.server.listen({ host: app.config.HOST, port: app.config.PORT });
  await listenForMetrics(app);
  app.log.info({ role, address, pid: process.pid }, `patchbay is ready at ${address}`);
  onSignal((signal) => drain(app, signal));
}

/** Stops once, at the first signal. */
function onSignal(stop: (signal: string) => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop(signal);
    });
  }
}

/** Runs the edge in front of cells. It needs no service. */
async function runEdge(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const edge = createEdge(config, log);
  const address = await edge.listen();
  log.info({ role: 'edge', address, pid: process.pid }, `patchbay is ready at ${address}`);
  onSignal(async (signal) => {
    log.info({ signal }, 'draining');
    edge.drain();
    await wait(config.DRAIN_DELAY_MS);
    await edge.close();
    log.info('drained');
  });
}

/** Starts the server of METRICS_PORT, if it is set. */
async function listenForMetrics({ config, metricsServer }: App): Promise<void> {
  if (!metricsServer) return;
  metricsServer.listen({ host: config.HOST, port: config.METRICS_PORT });
  await once(metricsServer, 'listening');
}

const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

/** Fails the readiness check, so that load balancers stop sending requests; finishes running work; then closes all connections. */
async function drain(app: App, signal: string): Promise<void> {
  app.log.info({ signal }, 'draining');
  app.health.draining = true;
  await Promise.all([app.background?.stop(), wait(app.config.DRAIN_DELAY_MS)]);
  await app.feed.end();
  await app.server.close();
  await app.close();
  app.log.info('drained');
  process.exitCode = 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
