import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresUser } from '../chaos/services.ts';
import type { Repository } from './repository.ts';
import { type Changes, template } from './templates.ts';

const run = promisify(execFile);
const STANZA = '--stanza=patchbay';

/** pgBackRest as operators use it: its commands as the user postgres, with the configuration of deploy/. */
export type Backup = {
  /** The environment of PostgreSQL and of the commands: what differs between a machine and the next. */
  envOf(folder: string, port: number): Record<string, string>;
  createStanza(of: Home): Promise<void>;
  /** Whether a segment reaches the archive now. */
  check(of: Home): Promise<boolean>;
  take(of: Home, type: 'full' | 'incr'): Promise<void>;
  /** Restores into an empty data folder. Recovery begins when PostgreSQL starts there. */
  restore(of: Home, options: string[]): Promise<void>;
  /** The restore_command that continues with what the receiver has. */
  restoreWal(received: string): string;
};

export type Home = { folder: string; port: number };

export async function createBackup(folder: string, repository: Repository, changes: Changes): Promise<Backup> {
  const user = await postgresUser();
  const own = async (path: string) => user && chown(path, user.uid, user.gid);
  const [config, script] = [join(folder, 'pgbackrest.conf'), join(folder, 'restore-wal')];
  for (const path of ['lock', 'log'].map((name) => join(folder, name))) {
    await mkdir(path, { recursive: true });
    await own(path);
  }
  await writeFile(config, fillIn(await template('pgbackrest.conf', changes), repository), { mode: 0o640 });
  await own(config);
  await writeFile(script, await template('restore-wal', changes));
  await chmod(script, 0o755);
  const envOf = (home: string, port: number) => ({
    PGBACKREST_CONFIG: config,
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_LOG_PATH: join(folder, 'log'),
    PGBACKREST_REPO1_STORAGE_PORT: String(repository.port),
    PGBACKREST_REPO1_STORAGE_CA_FILE: repository.certificate,
    PGBACKREST_PG1_PATH: join(home, 'data'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: home,
    PGBACKREST_ARCHIVE_TIMEOUT: '20',
  });
  const pgbackrest = ({ folder: home, port }: Home, ...args: string[]) =>
    run('pgbackrest', [STANZA, ...args], { ...user, cwd: '/', env: { PATH: process.env.PATH, ...envOf(home, port) } });
  return {
    envOf,
    createStanza: async (of) => void (await pgbackrest(of, 'stanza-create')),
    check: (of) =>
      pgbackrest(of, 'check').then(
        () => true,
        () => false,
      ),
    take: async (of, type) => void (await pgbackrest(of, 'backup', `--type=${type}`)),
    restore: async (of, options) => void (await pgbackrest(of, 'restore', ...options)),
    restoreWal: (received) => `${script} ${received} %f %p`,
  };
}

/** The values of this installation in place of those of the template. */
function fillIn(text: string, { keyId, secret, bucket }: Repository): string {
  const values = {
    'repo1-s3-bucket': bucket,
    'repo1-s3-endpoint': 'localhost',
    'repo1-s3-uri-style': 'path',
    'repo1-s3-key': keyId,
    'repo1-s3-key-secret': secret,
    'repo1-cipher-pass': 'a passphrase of the tests',
  };
  let filled = text;
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(filled)) throw new Error(`deploy/pgbackrest/pgbackrest.conf does not set ${name}`);
    filled = filled.replace(line, `${name}=${value}`);
  }
  return filled;
}
