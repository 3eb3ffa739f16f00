import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { readReported, reportedLine } from './reported-versions.ts';
import { createUnit, type Unit } from './unit.ts';

const run = promisify(execFile);
const DEBIAN_CLUSTERS = '/usr/lib/postgresql';
/** The folder of PostgreSQL's programs, where it is not Debian's newest. The other services are those in PATH. */
const POSTGRESQL_PROGRAMS = process.env.POSTGRESQL_PROGRAMS;

/** A killed PostgreSQL leaves its shared memory; as files it is in the data folder, which is removed. */
const NO_LEFTOVERS = ['-c', 'dynamic_shared_memory_type=mmap'];

export type Services = {
  postgresql: Unit;
  redis: Unit;
  nats: Unit;
  databaseUrl: string;
  env: Record<string, string>;
  /** Deletes the broker's data. The broker must be stopped. */
  wipeNats(): Promise<void>;
  flushRedis(): Promise<void>;
};

/** Starts PostgreSQL, Redis and NATS on free ports, with their data in one folder. */
export async function startServices(folder: string, ports: [number, number, number]): Promise<Services> {
  await run('bash', [
    fileURLToPath(new URL('../../scripts/need.sh', import.meta.url)),
    'postgresql',
    'redis-server',
    'nats-server',
  ]);
  const [postgresPort, redisPort, natsPort] = ports;
  const postgresql = await createPostgresql(folder, postgresPort);
  const redis = createRedis(folder, redisPort);
  const store = join(folder, 'nats');
  const nats = createNats(folder, natsPort);
  await Promise.all([postgresql.start(), redis.start(), nats.start()]);
  console.log(reportedLine(await readReported({ postgresql: postgresPort, redis: redisPort, nats: natsPort })));
  const databaseUrl = `postgres://postgres@127.0.0.1:${postgresPort}/patchbay`;
  return {
    postgresql,
    redis,
    nats,
    databaseUrl,
    env: { DATABASE_URL: databaseUrl, REDIS_URL: `redis://127.0.0.1:${redisPort}`, NATS_URL: `nats://127.0.0.1:${natsPort}` },
    wipeNats: () => rm(store, { recursive: true, force: true }),
    flushRedis: async () => void (await run('redis-cli', ['-p', String(redisPort), 'flushall'])),
  };
}

export const createRedis = (folder: string, port: number): Unit =>
  createUnit({
    name: 'redis',
    kind: 'redis',
    command: 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder],
    port,
    log: join(folder, 'redis.log'),
  });

/** The broker, with its data in the folder `nats`. */
export const createNats = (folder: string, port: number): Unit =>
  createUnit({
    name: 'nats',
    kind: 'nats',
    command: 'nats-server',
    args: ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(folder, 'nats')],
    port,
    log: join(folder, 'nats.log'),
  });

/** The folder of the programs of the newest PostgreSQL. */
export async function postgresPrograms(): Promise<string> {
  const version = (await readdir(DEBIAN_CLUSTERS)).sort((a, b) => Number(b) - Number(a))[0] ?? '';
  return join(DEBIAN_CLUSTERS, version, 'bin');
}

async function createPostgresql(folder: string, port: number): Promise<Unit> {
  const programs = POSTGRESQL_PROGRAMS ?? (await postgresPrograms());
  const data = join(folder, 'postgresql');
  const user = await postgresUser();
  await mkdir(data);
  if (user) await run('chown', ['postgres:', data]);
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...user,
    cwd: '/',
  });
  return createUnit({
    name: 'postgresql',
    kind: 'postgresql',
    command: join(programs, 'postgres'),
    args: [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      '',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=400',
      ...NO_LEFTOVERS,
    ],
    port,
    ...(user && { user }),
    log: join(folder, 'postgresql.log'),
    ready: () => serves(`postgres://postgres@127.0.0.1:${port}/postgres`),
    destroy: destroyFamily,
    prepare: () => rm(join(data, 'postmaster.pid'), { force: true }),
  });
}

/** PostgreSQL refuses to run as root. */
export async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

export async function serves(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Kills PostgreSQL with all its processes. Stops the parent first, so that it starts no more children. */
export async function destroyFamily(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
  for (const member of [...children, pid]) killIfThere(member);
  while (!(await Promise.all(children.map(isGone))).every(Boolean)) await wait(20);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended since it was listed
  }
}

/** An unreaped zombie process holds no resources. */
const isGone = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z'),
    () => true,
  );
