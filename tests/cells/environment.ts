import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { atEnd } from '../chaos/endings.ts';
import { type Provider, startProvider } from '../chaos/send-provider.ts';
import { type Services, startServices } from '../chaos/services.ts';
import { createUnit } from '../chaos/unit.ts';
import { makeFolder } from '../chaos/work-folder.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';

export type CellName = 'east' | 'west';

/** A cell: its own services and processes. */
export type Cell = { name: CellName; url: string; env: Record<string, string>; settingsFile: string; database: Client };

/** Two cells behind an edge, and the simulated providers. */
export type Environment = {
  cells: Record<CellName, Cell>;
  edgeUrl: string;
  provider: Provider;
  adminPath: string;
  admin(cell: Cell, ...args: string[]): Promise<string>;
};

type Programs = { main: string; admin: string };

/** Starts two cells and the edge, from a copy of the source, in which mutants change text. */
export async function startEnvironment(replacements: [RegExp, string][] = []): Promise<Environment> {
  const copy = await makeBrokenCopy(replacements);
  atEnd(copy.remove);
  const programs = { main: fileURLToPath(copy.url('main.ts')), admin: fileURLToPath(copy.url('admin.ts')) };
  const folder = await makeFolder('cells');
  const [edgePort = 0, ...ports] = await freePorts(11);
  const edgeUrl = `http://127.0.0.1:${edgePort}`;
  const provider = await startProvider();
  const east = await startCell('east', { folder, ports: ports.slice(0, 5), programs, edgeUrl });
  const west = await startCell('west', { folder, ports: ports.slice(5), programs, edgeUrl });
  await createUnit({
    name: 'edge',
    kind: 'api',
    command: process.execPath,
    args: [programs.main, 'edge'],
    port: edgePort,
    env: { CELLS: `east=${east.url},west=${west.url}`, PORT: String(edgePort), LOG_LEVEL: 'info' },
    log: join(folder, 'edge.log'),
  }).start();
  return {
    cells: { east, west },
    edgeUrl,
    provider,
    adminPath: programs.admin,
    admin: (cell, ...args) => runAdmin(programs.admin, cell.env, args),
  };
}

const runAdmin = async (path: string, env: Record<string, string>, args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [path, ...args], { env: { ...process.env, ...env } })).stdout;

type Plan = { folder: string; ports: number[]; programs: Programs; edgeUrl: string };

async function startCell(name: CellName, { folder, ports, programs, edgeUrl }: Plan): Promise<Cell> {
  const [postgres = 0, redis = 0, nats = 0, api = 0, worker = 0] = ports;
  const own = join(folder, name);
  await mkdir(own, { mode: 0o755 });
  const services = await startServices(own, [postgres, redis, nats]);
  await allowReplication(services);
  const env = { ...services.env, ...SETTINGS, CELL_NAME: name, PUBLIC_URL: edgeUrl, FILES_DIR: join(own, 'files') };
  const settingsFile = join(own, 'settings.env');
  await writeFile(
    settingsFile,
    Object.entries(env)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  await runAdmin(programs.admin, env, ['migrate']);
  for (const [role, port] of [
    ['api', api],
    ['worker', worker],
  ] as const) {
    await createUnit({
      name: `${name}-${role}`,
      kind: role,
      command: process.execPath,
      args: [programs.main, role],
      port,
      env: { ...env, PORT: String(port) },
      log: join(own, `${role}.log`),
    }).start();
  }
  return { name, url: `http://127.0.0.1:${api}`, env, settingsFile, database: await connect(services.databaseUrl) };
}

const SETTINGS = {
  NATS_PREFIX: 'cells-',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  PROVIDER_ALLOW_PRIVATE: 'true',
  TRUST_PROXY: 'false',
  LOG_LEVEL: 'info',
  DRAIN_DELAY_MS: '0',
  DATABASE_WAIT_MS: '60000',
};

/** The settings of the guide, which need a restart. */
async function allowReplication({ postgresql, databaseUrl }: Services): Promise<void> {
  const client = await connect(databaseUrl.replace(/patchbay$/, 'postgres'));
  for (const [name, value] of Object.entries(REPLICATION)) await client.query(`alter system set ${name} = '${value}'`);
  await client.end();
  await postgresql.kill();
  await postgresql.start();
}

const REPLICATION = {
  wal_level: 'logical',
  max_worker_processes: '20',
  max_logical_replication_workers: '12',
  max_sync_workers_per_subscription: '6',
  max_replication_slots: '100',
  max_wal_senders: '20',
};

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  atEnd(() => client.end());
  return client;
}
