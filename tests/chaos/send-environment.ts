import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { atEnd } from './endings.ts';
import { type Environment, LEASE_SECONDS } from './environment.ts';
import { patienceOf } from './patience.ts';
import { type Gate, startGate } from './send-gate.ts';
import { type Provider, startProvider } from './send-provider.ts';
import { startServices } from './services.ts';
import { createUnit, type Unit, untilAllUp } from './unit.ts';
import { makeFolder } from './work-folder.ts';

/** An installation, the simulated providers, and the gate that receives their callbacks. */
/** `patienceMs`: how long a test waits without progress. */
export type SendEnvironment = Environment & { gate: Gate; provider: Provider; patienceMs: number };

type Copy = Awaited<ReturnType<typeof makeBrokenCopy>>;
/** Where the servers come from, where they write, and their settings. */
export type Installation = { copy: Copy; folder: string; env: Record<string, string> };

const WORKERS = 3;
/** Longer than the standstill of a minute that a chat must not have. */
const MORE_PATIENCE_MS = 30_000;
const run = promisify(execFile);

/** Starts an installation. One API process is enough where only workers are killed. */
export async function startSendEnvironment(replacements: [RegExp, string][] = [], apiCount = 1): Promise<SendEnvironment> {
  const copy = await makeBrokenCopy(replacements);
  atEnd(copy.remove);
  const folder = await makeFolder('chaos');
  const [gate, provider] = await Promise.all([startGate(), startProvider()]);
  const [postgres = 0, redis = 0, nats = 0, ...ports] = await freePorts(3 + apiCount + WORKERS);
  const services = await startServices(folder, [postgres, redis, nats]);
  const installation = { copy, folder, env: { ...services.env, ...settings(folder, gate.url) } };
  const admin = async (...args: string[]) =>
    (await run(process.execPath, [copy.program('admin'), ...args], envOf(installation))).stdout;
  await admin('migrate');
  await compileOnce(installation);
  const apis = ports.slice(0, apiCount).map((port, i) => createServer('api', i + 1, port, installation));
  const workers = ports.slice(apiCount).map((port, i) => createServer('worker', i + 1, port, installation));
  for (const unit of [...apis, ...workers]) await unit.start();
  gate.leadTo(ports.slice(0, apiCount));
  const units = [...apis, ...workers, services.nats, services.redis, services.postgresql];
  return {
    services,
    apis,
    workers,
    units,
    admin,
    allUp: () => untilAllUp(units),
    gate,
    provider,
    patienceMs: patienceOf(replacements) + MORE_PATIENCE_MS,
  };
}

export const settings = (folder: string, publicUrl: string) => ({
  PUBLIC_URL: publicUrl,
  NATS_PREFIX: 'chaos-',
  PROVIDER_ALLOW_PRIVATE: 'true',
  JOB_LEASE_SECONDS: String(LEASE_SECONDS),
  FILES_DIR: join(folder, 'files'),
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  LOG_LEVEL: 'warn',
  DRAIN_DELAY_MS: '0',
});

export const envOf = ({ env }: Installation) => ({ env: { ...process.env, ...env } });

/** Shares the compile cache: restarted workers should send, not compile. Only a regular exit writes the cache. A build starts fast without. */
export async function compileOnce(installation: Installation): Promise<void> {
  const { copy } = installation;
  if (copy.program('main').endsWith('.js')) return;
  const load = `await import('${copy.url('app.ts')}'); process.exit()`;
  await run(process.execPath, ['--input-type=module', '-e', load], envOf(installation));
}

export const createServer = (role: 'api' | 'worker', number: number, port: number, { copy, folder, env }: Installation): Unit =>
  createUnit({
    name: `${role}-${number}`,
    kind: role,
    command: process.execPath,
    args: [copy.program('main'), role],
    port,
    env: { ...env, PORT: String(port), PGAPPNAME: `${role}-${number}` }, // identifies its connections
    log: join(folder, `${role}-${number}.log`),
  });
