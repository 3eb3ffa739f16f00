import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { atEnd } from '../chaos/endings.ts';
import { type Receiver, startReceiver } from '../chaos/receiver.ts';
import {
  compileOnce,
  createServer,
  envOf,
  type SendEnvironment,
  type Installation as Servers,
  settings,
} from '../chaos/send-environment.ts';
import { type Gate, startGate } from '../chaos/send-gate.ts';
import { type Provider, startProvider } from '../chaos/send-provider.ts';
import { createNats, createRedis } from '../chaos/services.ts';
import { untilAllUp } from '../chaos/unit.ts';
import { makeFolder } from '../chaos/work-folder.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { type Backup, createBackup } from './backup.ts';
import { ask, type Cluster, initialize, makeHome, startCluster } from './cluster.ts';
import { type Repository, startRepository } from './repository.ts';
import { type Changes, template } from './templates.ts';
import { startWalReceiver, type WalReceiver } from './wal-receiver.ts';

/** What one run plants: faults in the server, in the files of deploy/pgbackrest, and statements on the database after its first backup. */
export type Faults = { replacements: [RegExp, string][]; changes: Changes; afterBackup?: string[] };

/** What is not on the machine that is destroyed: backups, providers, callers, and the sources. */
export type Outside = {
  folder: string;
  copy: Servers['copy'];
  repository: Repository;
  backup: Backup;
  gate: Gate;
  /** The inbound texts that an API process answered with 200. */
  takenTexts: Set<string>;
  provider: Provider;
  receiver: Receiver;
  settings: string;
};

/** A machine with everything of one installation. */
export type Machine = SendEnvironment & { cluster: Cluster; wal: WalReceiver; outside: Outside; destroy(): Promise<void> };

const WORKERS = 2;
const PATIENCE_MS = 90_000;
const TEXT = /In-[0-9a-f-]{36}/g;
let machines = 0;

export async function startOutside({ replacements, changes }: Faults): Promise<Outside> {
  const copy = await makeBrokenCopy(replacements);
  atEnd(copy.remove);
  const folder = await makeFolder('restore');
  const takenTexts = new Set<string>();
  const gate = await startGate((call, status) => {
    if (status !== 200 || !call.path.startsWith('/inbound/')) return;
    for (const [text] of call.body.toString().matchAll(TEXT)) takenTexts.add(text);
  });
  const [provider, receiver, repository] = [await startProvider(), await startReceiver(50), await startRepository(folder)];
  const backup = await createBackup(folder, repository, changes);
  return {
    folder,
    copy,
    repository,
    backup,
    gate,
    takenTexts,
    provider,
    receiver,
    settings: await template('postgresql.conf', changes),
  };
}

/** The first machine: an empty database, its first backup, and the receiver on another machine. */
export async function startFirst(outside: Outside, afterBackup: string[] = []): Promise<Machine> {
  const [folder, [port = 0]] = [await machineFolder(outside), await freePorts(1)];
  const home = await makeHome(join(folder, 'postgresql'));
  await initialize(home.data, outside.settings);
  const cluster = await startCluster(home.folder, port, outside.backup);
  const server = cluster.url.replace(/patchbay$/, 'postgres');
  await ask(server, 'set synchronous_commit = local; create role patchbay_receiver login replication');
  return startServers(outside, folder, cluster, async (admin) => {
    await outside.backup.createStanza(cluster);
    if (!(await outside.backup.check(cluster))) throw new Error('pgbackrest check fails; see the log beside the clusters');
    await admin('migrate');
    await outside.backup.take(cluster, 'full');
    for (const statement of afterBackup) await ask(server, statement);
  });
}

/** Another machine: its database comes from the backup. `prepare` runs before the servers. */
export async function restoreMachine(
  outside: Outside,
  options: string[],
  prepare: (url: string, admin: Machine['admin']) => Promise<void>,
): Promise<Machine> {
  const folder = await machineFolder(outside);
  const cluster = await restoreCluster(outside, folder, options);
  return startServers(outside, folder, cluster, async (admin) => {
    await prepare(cluster.url, admin);
    await outside.backup.take(cluster, 'incr');
  });
}

/** Restores a cluster alone, to look at it. */
export async function restoreCluster(outside: Outside, folder: string, options: string[]): Promise<Cluster> {
  const [port = 0] = await freePorts(1);
  const home = await makeHome(join(folder, 'postgresql'));
  await outside.backup.restore({ ...home, port }, options);
  return startCluster(home.folder, port, outside.backup);
}

export async function machineFolder({ folder }: Outside): Promise<string> {
  const path = join(folder, `machine-${++machines}`);
  await mkdir(path);
  return path;
}

async function startServers(
  outside: Outside,
  folder: string,
  cluster: Cluster,
  prepare: (admin: Machine['admin']) => Promise<void>,
): Promise<Machine> {
  const { copy, gate, provider } = outside;
  const wal = await startWalReceiver(cluster, join(outside.folder, `received-${machines}`));
  const [redisPort = 0, natsPort = 0, ...ports] = await freePorts(3 + WORKERS);
  const [redis, nats] = [createRedis(folder, redisPort), createNats(folder, natsPort)];
  const services = {
    DATABASE_URL: cluster.url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
  };
  const env = { ...services, ...settings(outside.folder, gate.url), WEBHOOK_ALLOW_PRIVATE: 'true' };
  const servers: Servers = { copy, folder, env };
  const admin = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [copy.program('admin'), ...args], envOf(servers))).stdout;
  await Promise.all([redis.start(), nats.start()]);
  await prepare(admin);
  await compileOnce(servers);
  const [api, ...workers] = ports.map((port, i) => createServer(i === 0 ? 'api' : 'worker', i, port, servers));
  if (!api) throw new Error('no ports');
  for (const unit of [api, ...workers]) await unit.start(); // one after the other: the machine has few cores
  gate.leadTo([api.port]);
  const units = [api, ...workers, nats, redis, cluster.unit];
  return {
    services: {
      postgresql: cluster.unit,
      redis,
      nats,
      databaseUrl: cluster.url,
      env: services,
      wipeNats: async () => undefined,
      flushRedis: async () => undefined,
    },
    apis: [api],
    workers,
    units,
    admin,
    allUp: () => untilAllUp(units),
    gate,
    provider,
    patienceMs: PATIENCE_MS,
    cluster,
    wal,
    outside,
    async destroy() {
      await Promise.all(units.map((unit) => unit.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
