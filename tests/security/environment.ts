import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startSandbox } from '../../sandbox/src/index.ts';
import { createKeyRing } from '../../server/src/domain/tokens/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { createFileStore } from '../../server/src/platform/file-store/index.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createSecretBox } from '../../server/src/platform/secrets.ts';
import { openDatabase } from '../../server/src/storage/database.ts';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { prepareDatabase } from '../../server/src/test-kit/operator.ts';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';

export type Environment = Awaited<ReturnType<typeof openEnvironment>>;

const STOP_WITHIN_MS = 5_000;

/** Runs with a new migrated database and a signing key. Everything started in it ends with it, also on failure. */
export async function inEnvironment<T>(work: (environment: Environment) => Promise<T>): Promise<T> {
  const closers: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(closers);
    return closing;
  };
  const interrupted = () => void close().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work(await openEnvironment(closers));
  } finally {
    await close();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

async function openEnvironment(closers: (() => Promise<unknown>)[]) {
  const { url, drop } = await createTestDatabase();
  closers.push(drop);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  // The tenants are sandbox tenants, so that the operations of the sandbox can be called.
  const sandbox = await startSandbox();
  closers.push(sandbox.stop);
  const env: Record<string, string> = {
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: '8',
    REDIS_PREFIX: `test:${randomBytes(6).toString('hex')}:`,
    NATS_PREFIX: `test-${randomBytes(6).toString('hex')}-`,
    V2_SUNSET_AT: '2100-01-01T00:00:00Z',
    FAILED_LOGINS_PER_MINUTE: '1000000000',
    FILES_DIR: folder,
    DRAIN_DELAY_MS: '0',
    LOG_LEVEL: 'info',
  };
  closers.push(() => removeStreams(env));
  await prepareDatabase(env);
  const log = createLogger('silent');
  const config = loadConfig(env);
  const database = openDatabase({ ...config, DATABASE_POOL_SIZE: 12 }, log);
  closers.push(() => database.close());
  const superuser = new Client({ connectionString: url });
  await superuser.connect();
  closers.push(() => superuser.end());
  const files = createFileStore(config);
  const base = { database, clock: systemClock, log, files, secrets: createSecretBox(config), notify: () => undefined };
  const deps = { ...base, keys: createKeyRing(base) };
  const start = async (extra: Record<string, string> = {}, launch = startProcess): Promise<ServerProcess> => {
    const started = await launch('api', { ...env, ...extra });
    closers.push(() => end(started));
    return started;
  };
  return { env, url, deps, superuser, start };
}

/** Ends in reverse order: processes, connections, database. */
async function closeAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => console.error('while closing:', error));
  }
}

async function end(started: ServerProcess): Promise<void> {
  if (started.child.exitCode !== null || started.child.signalCode !== null) return;
  const stopped = started.stop();
  const inTime = await Promise.race([stopped.then(() => true), wait(STOP_WITHIN_MS, false, { ref: false })]);
  if (!inTime) await started.kill();
}

/** Prints figures as key=value. */
export const printFigures = (figures: Record<string, unknown>): void =>
  console.log(
    Object.entries(figures)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  );

/** Runs a program and sets its exit code: 1 for a failed check or an error. */
export async function main(program: () => Promise<boolean>): Promise<void> {
  const startedAt = Date.now();
  try {
    const kept = await program();
    printFigures({ seconds: ((Date.now() - startedAt) / 1000).toFixed(1), kept });
    process.exit(kept ? 0 : 1);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
