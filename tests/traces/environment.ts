import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox/src/index.ts';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { prepareDatabase } from '../../server/src/test-kit/operator.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { atEnd } from '../chaos/endings.ts';
import type { Replacements } from '../chaos/mutant.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { type Collector, startCollector } from './collector.ts';
import { type Delivered, startReceiver } from './receiver.ts';

/** An API process without workers, the providers, a collector of spans and an endpoint of webhooks. */
export type Environment = {
  env: Record<string, string>;
  baseUrl: string;
  sandbox: Sandbox;
  collector: Collector;
  receiver: { url: string; delivered: Delivered[] };
  startWorker(): Promise<ServerProcess>;
  /** Deletes the broker's stream, and all messages in it. */
  wipe(): Promise<void>;
};

/** `bug`: a replacement in a copy of the server, which runs instead. */
export async function startEnvironment(bug: Replacements = []): Promise<Environment> {
  const copy = bug.length > 0 ? await makeBrokenCopy(bug) : undefined;
  if (copy) atEnd(copy.remove);
  const database = await createTestDatabase();
  atEnd(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-traces-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [collector, receiver, sandbox, port] = await Promise.all([startCollector(), startReceiver(), startSandbox(), freePort()]);
  atEnd(sandbox.stop);
  const env = settings(database.url, folder, port, collector.url);
  await prepareDatabase(env);
  atEnd(() => removeStreams(env));
  const main = copy?.url('main.ts');
  const start = async (role: 'api' | 'worker', more: Record<string, string>) => {
    const started = await startProcess(role, { ...env, ...more }, main);
    atEnd(() => (started.child.exitCode === null && started.child.signalCode === null ? started.kill() : Promise.resolve()));
    return started;
  };
  const { baseUrl } = await start('api', { PORT: String(port) });
  return {
    env,
    baseUrl,
    sandbox,
    collector,
    receiver,
    startWorker: () => start('worker', {}),
    wipe: () => removeStreams(env),
  };
}

const settings = (databaseUrl: string, folder: string, port: number, collectorUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  REDIS_PREFIX: `traces:${randomBytes(6).toString('hex')}:`,
  NATS_PREFIX: `traces-${randomBytes(6).toString('hex')}-`,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  FILES_DIR: folder,
  PROVIDER_ALLOW_PRIVATE: 'true',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
  OTEL_TRACES_SAMPLER_ARG: '1',
  V2_SUNSET_AT: '2100-01-01T00:00:00Z',
  DRAIN_DELAY_MS: '0',
});
