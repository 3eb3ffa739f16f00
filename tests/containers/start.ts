import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort, freePorts } from '../../server/src/test-kit/ports.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { atEnd } from '../chaos/endings.ts';
import { healthCommand, type Stage, stagesOf } from './dockerfile.ts';
import { everyFile, layOut } from './lay-out.ts';
import { type Plan, root, type Service } from './plan.ts';
import type { Report } from './report.ts';

const run = promisify(execFile);
const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';
const READY_WITHIN_MS = 180_000;

type Room = { folder: string; plan: Plan; secrets: Record<string, string>; places: Record<string, string>; login: string };

/** Starts migration, API, worker and sandbox from a folder laid out as the image would be, with the compose file's settings. */
export async function startFromImage(report: Report, plan: Plan, secrets: Record<string, string>): Promise<void> {
  const room = await makeRoom(plan, secrets);
  const before = await everyFile(room.folder);
  report.check(
    'no package of the developer’s is in the image',
    ![...before].some((path) => /node_modules\/(@biomejs|typescript7?)\//.test(path)),
  );
  report.check(
    'no test is in the image',
    ![...before].some((path) => !path.includes('node_modules') && /\.test\.ts$|test-kit/.test(path)),
  );
  await migrateFirst(report, room);
  const [apiPort, workerPort, sandboxPort, smtpPort] = (await freePorts(4)).map(String) as [string, string, string, string];
  const own = { SANDBOX_HOST: '127.0.0.1', SANDBOX_PORT: sandboxPort, SANDBOX_SMTP_PORT: smtpPort };
  await live(report, room, 'sandbox', own, (test) => test.map((word) => word.replace(':8090', `:${sandboxPort}`)));
  for (const [name, PORT] of [
    ['api', apiPort],
    ['worker', workerPort],
  ] as const)
    await live(report, room, name, { HOST: '127.0.0.1', PORT });
  const after = await everyFile(room.folder);
  report.check('no process wrote into its folder', after.size === before.size && [...after].every((path) => before.has(path)));
  await checkHealthCommand(report, room);
}

/** The services of this machine under other names, a database of its own, and the login that the compose file makes. */
async function makeRoom(plan: Plan, secrets: Record<string, string>): Promise<Room> {
  const id = randomBytes(6).toString('hex');
  const login = `patchbay_test_login_${id}`;
  const database = `patchbay_test_image_${id}`;
  const { host, hostname, port } = new URL(SERVER);
  atEnd(() => onServer(`drop database if exists ${database} with (force)`, `drop role if exists ${login}`));
  const env = { ...process.env, PGHOST: hostname, PGPORT: port || '5432', POSTGRES_USER: 'postgres', POSTGRES_DB: 'postgres' };
  const script = join(root, 'deploy', 'postgres', 'login.sh');
  await run('bash', [script], { env: { ...env, PATCHBAY_DB_USER: login, PATCHBAY_DB_PASSWORD: secrets.PATCHBAY_DB_PASSWORD } });
  const places = {
    'postgres:5432/patchbay': `${host}/${database}`,
    'nats:4222': '127.0.0.1:4222',
    'valkey:6379': '127.0.0.1:6379',
    's3:7070': `127.0.0.1:${await freePort()}`, // no server listens there: the service starts without its store, and logs it
  };
  return { folder: await layOut(plan), plan, secrets, places, login };
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: `${SERVER}/postgres` });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A service's settings as Compose would give them, with the services' names changed for this machine's. */
function environmentOf(room: Room, name: string, changes: Record<string, string> = {}): Record<string, string> {
  const { environment = {} } = room.plan.compose.services[name] as Service;
  const filled = Object.entries(environment).map(([variable, value]) => [
    variable,
    moved(room, fillIn(String(value), room.secrets)),
  ]);
  const prefix = room.login.replaceAll('_', '-');
  const ours = name === 'sandbox' ? {} : { NATS_PREFIX: `${prefix}-`, REDIS_PREFIX: `${prefix}:`, DRAIN_DELAY_MS: '0' };
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'production',
    ...Object.fromEntries(filled),
    ...ours,
    ...changes,
  };
}

export const fillIn = (value: string, given: Record<string, string>): string =>
  value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_all, name: string, fallback = '') => given[name] || fallback);

function moved({ places, login }: Room, value: string): string {
  for (const [name, here] of Object.entries(places))
    value = value.replace(`@${name}`, `@${here}`).replace(`//${name}`, `//${here}`);
  return value.replace('//patchbay:', `//${login}:`);
}

async function migrateFirst(report: Report, room: Room): Promise<void> {
  const env = environmentOf(room, 'migrate', { HOST: '127.0.0.1' });
  const { command = [] } = room.plan.compose.services.migrate as Service;
  const { stdout } = await run(process.execPath, command, { cwd: room.folder, env });
  report.check('the migration runs to its end', stdout.startsWith('applied '));
  atEnd(() => removeStreams(env));
  const admin = ['server/src/admin.ts', 'tenant', 'create', '--name', 'Test', '--sandbox', '--json'];
  const made = JSON.parse((await run(process.execPath, admin, { cwd: room.folder, env })).stdout) as {
    mode: string;
    accessToken: string;
  };
  report.check('a sandbox tenant can be made there', made.mode === 'sandbox' && made.accessToken.startsWith('test_'));
}

/** The command of the service starts, its health check says so, it ends when asked, and then the check says no. */
async function live(
  report: Report,
  room: Room,
  name: string,
  changes: Record<string, string>,
  change = (test: string[]): string[] => test,
): Promise<void> {
  const { command = [], healthcheck } = room.plan.compose.services[name] as Service;
  const env = environmentOf(room, name, changes);
  const [, program = '', ...args] = change(healthcheck?.test ?? []);
  report.check(`${name}: the health check asks the image’s own Node`, program === 'node');
  const isHealthy = () => exitOf(args, room.folder, env).then((code) => code === 0);
  report.check(`${name}: not healthy before it runs`, !(await isHealthy()));
  const child = spawn(process.execPath, command, { cwd: room.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-5_000)));
  atEnd(async () => void (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')));
  const isReady = await becomes(child, isHealthy);
  if (!isReady) console.log(output);
  report.check(`${name}: becomes healthy`, isReady);
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  report.check(`${name}: ends with 0 when it is asked to`, child.exitCode === 0);
  report.check(`${name}: not healthy when it has ended`, !(await isHealthy()));
}

async function becomes(child: ChildProcess, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until && child.exitCode === null; await wait(200)) {
    if (await isSo()) return true;
  }
  return false;
}

const exitOf = (args: string[], cwd: string, env: Record<string, string>): Promise<number> =>
  run(process.execPath, args, { cwd, env }).then(
    () => 0,
    (error: { code?: number }) => error.code ?? 99,
  );

/** The image's own health check: 0 for 200; 1 for 503, for no server, and for an invalid setting. */
async function checkHealthCommand(report: Report, room: Room): Promise<void> {
  const [program, ...args] = healthCommand(stagesOf(room.plan.dockerfile).at(-1) as Stage) ?? [];
  let status = 200;
  const server = createServer((_request, reply) => void reply.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = environmentOf(room, 'api', { PORT: String((server.address() as AddressInfo).port) });
  const ask = (changes: Record<string, string> = {}) => exitOf(args, room.folder, { ...env, ...changes });
  report.check('HEALTHCHECK asks Node', program === 'node');
  report.check('HEALTHCHECK: ready is 0', (await ask()) === 0);
  status = 503;
  report.check('HEALTHCHECK: not ready is 1', (await ask()) === 1);
  server.close();
  server.closeAllConnections();
  report.check('HEALTHCHECK: no server is 1', (await ask()) === 1);
  report.check('HEALTHCHECK: a bad setting is 1', (await ask({ PORT: 'x' })) === 1);
}
