import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { atEnd } from './endings.ts';
import { type Services, startServices } from './services.ts';
import { createUnit, type Unit, untilAllUp } from './unit.ts';
import { makeFolder } from './work-folder.ts';

const APIS = 2;
const WORKERS = 3;
export const LEASE_SECONDS = 8;

/** An installation: services, API processes and workers. */
export type Environment = {
  services: Services;
  apis: Unit[];
  workers: Unit[];
  units: Unit[];
  admin(...args: string[]): Promise<string>;
  allUp(): Promise<void>;
};

/** Runs everything from a copy of the server's source: edits during a run do not matter, and mutants can change the copy. */
export async function startEnvironment(replacements: [RegExp, string][] = []): Promise<Environment> {
  const copy = await makeBrokenCopy(replacements);
  atEnd(copy.remove);
  const folder = await makeFolder('chaos');
  const [postgres = 0, redis = 0, nats = 0, ...ports] = await freePorts(3 + APIS + WORKERS);
  const services = await startServices(folder, [postgres, redis, nats]);
  const env = { ...services.env, ...SETTINGS };
  const admin = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [copy.program('admin'), ...args], {
        env: { ...process.env, ...env },
      })
    ).stdout;
  await admin('migrate');
  const main = copy.program('main');
  const units = ports.map((port, i) => createServer(i < APIS ? 'api' : 'worker', i, port, { main, folder, env }));
  await Promise.all(units.map((unit) => unit.start()));
  const everything = [...units, services.nats, services.redis, services.postgresql];
  return {
    services,
    apis: units.slice(0, APIS),
    workers: units.slice(APIS),
    units: everything,
    admin,
    allUp: () => untilAllUp(everything),
  };
}

const SETTINGS = {
  NATS_PREFIX: 'chaos-',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  JOB_LEASE_SECONDS: String(LEASE_SECONDS),
  LOG_LEVEL: 'warn',
  DRAIN_DELAY_MS: '0',
  DATABASE_WAIT_MS: '60000', // on a busy machine requests wait long for a connection, and refusals are not what is tested
};

type Installation = { main: string; folder: string; env: Record<string, string> };

const createServer = (role: 'api' | 'worker', i: number, port: number, { main, folder, env }: Installation): Unit =>
  createUnit({
    name: `${role}-${i + 1}`,
    kind: role,
    command: process.execPath,
    args: [main, role],
    port,
    env: { ...env, PORT: String(port) },
    log: join(folder, `${role}-${i + 1}.log`),
  });
