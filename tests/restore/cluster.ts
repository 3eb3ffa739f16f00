import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { destroyFamily, postgresPrograms, postgresUser, serves } from '../chaos/services.ts';
import { createUnit, type Unit } from '../chaos/unit.ts';
import type { Backup } from './backup.ts';

const run = promisify(execFile);

/** The folder of one PostgreSQL: `data` is what is lost with the machine. */
export type Cluster = { port: number; folder: string; data: string; url: string; unit: Unit };

/** Where a cluster is going to be: a folder of the user postgres. */
export async function makeHome(folder: string): Promise<{ folder: string; data: string }> {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const user = await postgresUser();
  for (const path of [folder, data]) if (user) await chown(path, user.uid, user.gid);
  return { folder, data };
}

/** Creates an empty cluster with the settings that operators use. `settings`: deploy/pgbackrest/postgresql.conf. */
export async function initialize(data: string, settings: string): Promise<void> {
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(await postgresPrograms(), 'initdb'), options, { ...(await postgresUser()), cwd: '/' });
  await writeFile(join(data, 'backup.conf'), settings);
  await appendFile(join(data, 'postgresql.conf'), "include 'backup.conf'\n");
}

/** Starts PostgreSQL on the data. It is ready when it takes writes: a recovery has ended. */
export async function startCluster(folder: string, port: number, backup: Backup): Promise<Cluster> {
  const data = join(folder, 'data');
  const user = await postgresUser();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const unit = createUnit({
    name: 'postgresql',
    kind: 'postgresql',
    command: join(await postgresPrograms(), 'postgres'),
    args: ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
    port,
    env: backup.envOf(folder, port),
    ...(user && { user }),
    log: join(folder, '..', 'postgresql.log'),
    ready: async () =>
      (await serves(url)) && (await ask<{ is: boolean }>(url, 'select not pg_is_in_recovery() as is'))[0]?.is === true,
    destroy: destroyFamily,
  });
  await unit.start();
  return { port, folder, data, url: url.replace(/postgres$/, 'patchbay'), unit };
}

/** Runs one statement as superuser. */
export async function ask<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
