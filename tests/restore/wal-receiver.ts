import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../channels/api.ts';
import { atEnd } from '../chaos/endings.ts';
import { postgresPrograms, postgresUser } from '../chaos/services.ts';
import { ask, type Cluster } from './cluster.ts';

const SLOT = '--slot=patchbay_receiver';

/** The WAL receiver on another machine: its folder outlives the cluster. */
export type WalReceiver = { folder: string; kill(): Promise<void> };

/** Starts the commands of patchbay-wal-receiver.service and waits until the server streams to it. */
export async function startWalReceiver(cluster: Cluster, folder: string): Promise<WalReceiver> {
  const user = await postgresUser();
  await mkdir(folder, { recursive: true });
  if (user) await chown(folder, user.uid, user.gid);
  const program = join(await postgresPrograms(), 'pg_receivewal');
  const connection = { PGHOST: '127.0.0.1', PGPORT: String(cluster.port), PGUSER: 'patchbay_receiver' };
  const options = { ...user, cwd: '/', env: { PATH: process.env.PATH, ...connection, PGAPPNAME: 'patchbay_receiver' } };
  await promisify(execFile)(program, ['--create-slot', '--if-not-exists', SLOT], options);
  const args = [`--directory=${folder}`, SLOT, '--synchronous', '--status-interval=2'];
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const kill = () => killed(child);
  atEnd(kill);
  const server = cluster.url.replace(/patchbay$/, 'postgres');
  await until(
    () => ask(server, "select from pg_stat_replication where application_name = 'patchbay_receiver' and state = 'streaming'"),
    (rows) => rows.length === 1,
  );
  return { folder, kill };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
